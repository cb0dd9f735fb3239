import type { Usher } from 'usher-runtime';
import type { UsherPurchasesElement } from 'usher-runtime/elements';
import { createFailureNotice } from '../../ui/failure-notice.ts';
import { getElement, getElementNamed } from '../../ui/get-element.ts';
import { readBoughtItem } from '../checkout/bought-item.ts';
import { mountVoucherForm } from '../checkout/voucher-form.ts';
import { mountMySubscription } from './my-subscription.ts';
import { addPurchaseDetails } from './purchase-list.ts';
import { mountSubscriptionOffers } from './subscription-offers.ts';

/** Shows what the viewer has bought: purchases, the subscription, and a field for vouchers. */
export function mountMyPurchases(
  usher: Usher,
  askLogin: (reason: string) => Promise<boolean>,
): void {
  const list = getElementNamed('usher-purchases');
  const status = getElement('[data-tickets-status]');
  const content = getElement('[data-tickets]');
  mountVoucherForm(getElement('[data-voucher]'), { usher, askLogin, id: 'voucher-code' });
  mountSubscriptionOffers(getElementNamed('usher-offers'));
  list.titleOf = (purchase) => readBoughtItem(purchase).title;
  list.addressOf = (purchase) => readBoughtItem(purchase).address;
  const loginNotice = getElement('[data-tickets-door]');
  getElement('button', loginNotice).addEventListener(
    'click',
    () => void askLogin('Log in to see your tickets.'),
  );
  let shownFor: string | undefined;
  usher.$user.subscribe((user) => {
    loginNotice.hidden = Boolean(user);
    content.hidden = !user;
    if (!user || shownFor === user.id) return;
    shownFor = user.id;
    void fill({ usher, list, status });
  });
}

interface FillParts {
  readonly usher: Usher;
  readonly list: UsherPurchasesElement;
  readonly status: HTMLElement;
}

/** What the page adds follows the runtime's stores once the checkout is loaded. */
async function fill(parts: FillParts): Promise<void> {
  const { usher, list, status } = parts;
  const place = getElement('[data-subscription-place]');
  place.setAttribute('aria-busy', 'true');
  try {
    const checkout = await usher.checkout();
    const offers = await checkout.offers();
    await checkout.receipts(); // the journal has been read then
    if (place.childElementCount === 0) {
      addPurchaseDetails(list, { usher, checkout, status });
      mountMySubscription(place, { usher, checkout, offers });
    }
  } catch (error) {
    const retry = (): void => {
      place.replaceChildren();
      void fill(parts);
    };
    place.replaceChildren(createFailureNotice('Your tickets did not load', error, retry));
  }
  place.removeAttribute('aria-busy');
}
