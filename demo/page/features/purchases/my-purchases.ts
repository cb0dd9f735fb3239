import type { Offer, Usher } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { createFailureNotice } from '../../ui/failure-notice.ts';
import { getElement } from '../../ui/get-element.ts';
import type { CheckoutOrder } from '../checkout/checkout-dialog.ts';
import { createSale } from '../checkout/sale.ts';
import type { Sale } from '../checkout/sale.ts';
import { createVoucherForm } from '../checkout/voucher-form.ts';
import { mountMySubscription } from './my-subscription.ts';
import { mountPurchaseList } from './purchase-list.ts';

/** Shows what the viewer has bought: purchases, the subscription, and a field for vouchers. */
export function mountMyPurchases(
  usher: Usher,
  askLogin: (reason: string) => Promise<boolean>,
): void {
  const status = getElement('[data-tickets-status]');
  const content = getElement('[data-tickets]');
  const sale = createSale({
    usher,
    askLogin,
    titleOf: () => 'Everything in the house',
    choicesFor: choicesOfLevel,
    buy: async (offer, options) => (await usher.checkout()).buy(offer, options),
    onBegun: () => getElement('[data-purchases]').scrollIntoView({ block: 'nearest' }),
    onTaken: () => {
      status.textContent = 'A subscription is being paid already: go on with it below.';
    },
  });
  getElement('[data-voucher]').append(createVoucherForm({ usher, askLogin, id: 'voucher-code' }));
  const loginNotice = createLoginNotice(askLogin);
  content.before(loginNotice);
  let shownFor: string | undefined;
  usher.$user.subscribe((user) => {
    loginNotice.hidden = Boolean(user);
    content.hidden = !user;
    if (!user || shownFor === user.id) return;
    shownFor = user.id;
    void fill(usher, sale, status);
  });
}

/** The subscriptions of one level, the wanted one first. */
const choicesOfLevel = (offer: Offer, subscriptions: readonly Offer[]): CheckoutOrder['offers'] => [
  offer,
  ...subscriptions.filter(
    (one) => one.isPremium === offer.isPremium && one.amount !== offer.amount,
  ),
];

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

/** The lists follow the runtime's stores once the checkout is loaded. */
async function fill(usher: Usher, sale: Sale, status: HTMLElement): Promise<void> {
  const list = getElement('[data-purchases]');
  list.setAttribute('aria-busy', 'true');
  try {
    const checkout = await usher.checkout();
    const offers = await checkout.offers();
    await checkout.receipts(); // the journal has been read then
    if (list.childElementCount === 0) {
      mountPurchaseList(list, { usher, checkout, offers, resume: sale.resume, status });
      mountMySubscription(getElement('[data-subscription]'), {
        usher,
        checkout,
        offers,
        want: (offer) => void sale.want(offer),
      });
    }
  } catch (error) {
    const retry = (): void => {
      list.replaceChildren();
      void fill(usher, sale, status);
    };
    list.replaceChildren(createFailureNotice('Your tickets did not load', error, retry));
  }
  list.removeAttribute('aria-busy');
}
