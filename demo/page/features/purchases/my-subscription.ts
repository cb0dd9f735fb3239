import type { Checkout, Receipt, Usher } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { errorText } from '../../ui/error-text.ts';
import { subscriptionOf, upgradePrice } from '../checkout/price-model.ts';
import type { PageOffer, Price } from '../checkout/price-model.ts';
import { createSubscriptionCard } from './subscription-card.ts';
import type { RunAction } from './subscription-card.ts';
import { readNotes } from './subscription-notes.ts';
import { createSubscriptionOffers } from './subscription-offers.ts';

export interface MySubscriptionParts {
  readonly usher: Usher;
  readonly checkout: Checkout;
  readonly want: (offer: PageOffer) => void;
}

/** Shows the viewer's subscription; without one those that are sold. */
export function mountMySubscription(
  container: HTMLElement,
  { usher, checkout, want }: MySubscriptionParts,
): void {
  const status = el('p', { class: 'subscription-said', role: 'status' });
  const content = el('div', { tabindex: '-1', 'data-subscription-content': '' });
  container.append(content, status);

  let shown = '';
  const draw = async (): Promise<void> => {
    const subscription = await currentSubscription(checkout);
    const notes = subscription ? readNotes(subscription.transactionId) : {};
    const key = JSON.stringify([subscription ?? null, notes]);
    if (key === shown) return;
    shown = key;
    const hadFocus = content.contains(document.activeElement);
    content.replaceChildren(
      subscription
        ? createSubscriptionCard({ ...offersFor(usher, subscription), subscription, notes, run })
        : createSubscriptionOffers(usher, want),
    );
    if (hadFocus) content.focus();
  };
  const run: RunAction = async (button, act) => {
    button.disabled = true;
    status.textContent = 'One moment …';
    try {
      status.textContent = await act(checkout);
    } catch (error) {
      status.textContent = errorText(error);
    }
    button.disabled = false;
    await draw();
  };
  usher.$purchases.subscribe(() => void draw());
  usher.$user.listen(() => void draw());
}

/** The one that lasts longest, of those that have not ended. */
async function currentSubscription(checkout: Checkout): Promise<Receipt | undefined> {
  const endOf = ({ expiresAt }: Receipt): number => expiresAt ?? Infinity;
  const now = Date.now();
  const [longest] = (await checkout.subscriptions())
    .filter((receipt) => endOf(receipt) > now)
    .sort((one, other) => endOf(other) - endOf(one));
  return longest;
}

/** What the viewer has bought, and what it costs to upgrade that. */
function offersFor(
  usher: Usher,
  { transactionId }: Receipt,
): { readonly offer: PageOffer | undefined; readonly price: Price | undefined } {
  const purchase = usher.$purchases.get().find((one) => one.transactionId === transactionId);
  return {
    offer: purchase && subscriptionOf(usher, purchase),
    price: upgradePrice(usher),
  };
}
