import { el } from '../../ui/dom.ts';
import { createFailureNotice } from '../../ui/failure-notice.ts';
import { mountPurchaseList } from './purchase-list.ts';
import { mountSubscription } from './subscription-card.ts';
import { createSale } from '../checkout/sale.ts';
import { subscriptionOffers } from '../checkout/price-model.ts';
import { createVoucherForm } from '../checkout/voucher-form.ts';

const place = (name) => document.querySelector(`[data-${name}]`);

/**
 * The page of what the viewer has bought: purchases, the subscription, and a field for vouchers.
 */
export function mountMyTickets({ usher, askLogin }) {
  const status = place('tickets-status');
  const sale = createSale({
    usher,
    askLogin,
    titleOf: () => 'Everything in the house',
    choices: (offer) => [
      offer,
      ...subscriptionOffers(usher).filter(
        (one) => one.isPremium === offer.isPremium && one.amount !== offer.amount,
      ),
    ],
    onBegun: () => place('purchases').scrollIntoView({ block: 'nearest' }),
    onTaken: () => {
      status.textContent = 'A subscription is being paid already: go on with it below.';
    },
  });
  place('voucher').append(createVoucherForm({ usher, askLogin, id: 'voucher-code' }));
  const door = createClosedDoor(askLogin);
  place('tickets').before(door);
  let shownFor;
  usher.$user.subscribe((user) => {
    door.hidden = Boolean(user);
    place('tickets').hidden = !user;
    if (!user || shownFor === user.id) return;
    shownFor = user.id;
    void fill(usher, sale, status);
  });
}

function createClosedDoor(askLogin) {
  return el(
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
}

/**
 * The lists follow the runtime's stores once checkout is there; it is loaded for this page alone.
 */
async function fill(usher, sale, status) {
  const list = place('purchases');
  list.setAttribute('aria-busy', 'true');
  try {
    const checkout = await usher.checkout();
    await checkout.receipts(); // the journal has been read then
    if (list.childElementCount === 0) {
      mountPurchaseList(list, { usher, checkout, resume: sale.resume, status });
      mountSubscription(place('subscription'), { usher, checkout, want: sale.want });
    }
  } catch (error) {
    list.replaceChildren(
      createFailureNotice('Your tickets did not load', error, () => {
        list.replaceChildren();
        void fill(usher, sale, status);
      }),
    );
  }
  list.removeAttribute('aria-busy');
}
