import { keyed } from 'lit/directives/keyed.js';
import { html, render } from 'lit/html.js';
import type { Checkout, Offer, Receipt, Usher } from 'usher-runtime';
import { errorText } from '../../ui/error-text.ts';
import { getElementNamed } from '../../ui/get-element.ts';
import { subscriptionCard, type RunAction } from './subscription-card.ts';
import { readNotes } from './subscription-notes.ts';

export interface MySubscriptionParts {
  readonly usher: Usher;
  readonly checkout: Checkout;
  /** What the domain sells. */
  readonly offers: readonly Offer[];
}

const unknownText =
  'No subscription is known on this device. One that you bought elsewhere opens your films here too.';

/** Shows the viewer's subscription; without one those that are sold. */
export function mountMySubscription(container: HTMLElement, parts: MySubscriptionParts): void {
  const { usher, checkout } = parts;
  const sold = getElementNamed('usher-offers');
  const content = document.createElement('div');
  content.tabIndex = -1;
  content.dataset['subscriptionContent'] = '';
  const status = document.createElement('p');
  status.className = 'subscription-said';
  status.setAttribute('role', 'status');
  container.append(content, status);

  let shown = '';
  const draw = async (): Promise<void> => {
    const subscription = await currentSubscription(checkout);
    const notes = subscription ? readNotes(subscription.transactionId) : {};
    const key = JSON.stringify([subscription ?? null, notes]);
    if (key === shown) return;
    shown = key;
    const hadFocus = content.contains(document.activeElement);
    // Another subscription gets another card, whose fold is closed.
    const card =
      subscription &&
      subscriptionCard({ ...offersFor(parts, subscription), subscription, notes, run });
    render(keyed(key, card ?? html`<p class="soft">${unknownText}</p>`), content);
    sold.hidden = subscription !== undefined;
    if (hadFocus) content.focus();
  };
  const run: RunAction = async ({ currentTarget: button }, act) => {
    if (!(button instanceof HTMLButtonElement)) return;
    button.disabled = true;
    status.textContent = 'One moment …';
    try {
      status.textContent = await act(checkout);
    } catch (error) {
      status.textContent = errorText(error);
    }
    button.disabled = false;
    await draw().catch(keepShown);
  };
  usher.$purchases.subscribe(() => void draw().catch(keepShown));
  usher.$user.listen(() => void draw().catch(keepShown));
}

/** If the receipts cannot be read, what is shown stays until the next change. */
const keepShown = (): void => {};

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
  { usher, offers }: MySubscriptionParts,
  { transactionId }: Receipt,
): { readonly isPremium: boolean; readonly upgrade: Offer | undefined } {
  const purchase = usher.$purchases.get().find((one) => one.transactionId === transactionId);
  return {
    isPremium: purchase?.isPremium ?? false,
    upgrade: offers.find(({ operation }) => operation === 'upgrade'),
  };
}
