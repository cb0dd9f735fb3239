import { el } from '../../ui/dom.ts';
import { createGoOn } from '../checkout/resume-payment.ts';
import { createPaymentNote } from '../incidents/payment-note.ts';
import { isOpenPurchase } from '../checkout/open-purchase.ts';
import { purchaseWords } from '../checkout/purchase-text.ts';

/**
 * A purchase as it runs, in the place of the door: how it stands, what happens next, and what can
 * be done.
 * @param {{ purchase: any, resume: () => void, again: () => void, leave: () => void }} parts
 *   `again` begins anew, `leave` shows the door
 */
export function createPurchasePanel({ purchase, resume, again, leave }) {
  const { status, error } = purchase;
  const { title, story } = purchaseWords(purchase);
  const isOver = !isOpenPurchase(purchase);
  const mayGoOn = status === 'awaiting-provider' || (status === 'preparing' && error);
  return el(
    'div',
    { class: 'stage-panel purchase', 'data-purchase': status },
    el(
      'h2',
      { tabindex: '-1' },
      el('span', {
        class: isOver || status === 'pending' ? 'sign' : 'sign turning',
        'data-sign': status,
        'aria-hidden': 'true',
      }),
      title,
    ),
    el('p', {}, story),
    createPaymentNote(),
    el(
      'div',
      { class: 'purchase-actions' },
      mayGoOn && createGoOn(purchase, resume),
      isOver &&
        el(
          'button',
          { type: 'button', class: 'button primary', 'data-again': '', onclick: again },
          'Try again',
        ),
      (isOver || mayGoOn) &&
        el('button', { type: 'button', class: 'button', onclick: leave }, 'Other tickets'),
      status === 'pending' && el('a', { class: 'button', href: '/tickets.html' }, 'My tickets'),
    ),
  );
}
