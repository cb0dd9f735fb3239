import type { Usher } from 'usher-runtime';
import type { UsherPurchasesElement } from 'usher-runtime/elements';
import { el } from '../../ui/dom.ts';
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
  const loginNotice = createLoginNotice(askLogin);
  content.before(loginNotice);
  let shownFor: string | undefined;
  usher.$user.subscribe((user) => {
    loginNotice.hidden = Boolean(user);
    content.hidden = !user;
    if (!user || shownFor === user.id) return;
    shownFor = user.id;
    void fill({ usher, list, status });
  });
}

const createLoginNotice = (askLogin: (reason: string) => Promise<boolean>): HTMLElement =>
  el(
    'div',
    { class: 'notice', 'data-tickets-door': '' },
    el('h2', {}, 'Whose tickets?'),
    el(
      'p',
      {},
      'Log in, and you see what you have bought, what is still being paid, and your subscription.',
    ),
    el(
      'button',
      {
        type: 'button',
        class: 'button primary',
        onclick: () => void askLogin('Log in to see your tickets.'),
      },
      'Log in',
    ),
  );

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
      addPurchaseDetails(list, { usher, checkout, offers, status });
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
