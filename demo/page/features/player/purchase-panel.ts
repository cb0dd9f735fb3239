import type { PurchaseState } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { isOpenPurchase, isResumable } from '../checkout/open-purchase.ts';
import { purchaseText } from '../checkout/purchase-text.ts';
import { createResumeButton } from '../checkout/resume-payment.ts';
import { createPaymentNote } from '../incidents/payment-note.ts';

/** What a viewer can do with a purchase. */
export interface PurchaseActions {
  readonly resume: () => void;
  /** Begins anew. */
  readonly again: () => void;
  /** Shows the offers again. */
  readonly leave: () => void;
}

/** A purchase that runs, instead of the offers: its status, what happens next, what can be done. */
export function createPurchasePanel(
  purchase: PurchaseState,
  actions: PurchaseActions,
): HTMLElement {
  const { status } = purchase;
  const { title, story } = purchaseText(purchase);
  const isMoving = isOpenPurchase(purchase) && status !== 'pending';
  return el(
    'div',
    { class: 'stage-panel purchase', 'data-purchase': status },
    el(
      'h2',
      { tabindex: '-1' },
      el('span', {
        class: isMoving ? 'sign turning' : 'sign',
        'data-sign': status,
        'aria-hidden': 'true',
      }),
      title,
    ),
    el('p', {}, story),
    createPaymentNote(),
    createActions(purchase, actions),
  );
}

function createActions(
  purchase: PurchaseState,
  { resume, again, leave }: PurchaseActions,
): HTMLElement {
  const isOver = !isOpenPurchase(purchase);
  const canResume = isResumable(purchase);
  return el(
    'div',
    { class: 'purchase-actions' },
    canResume && createResumeButton(purchase, resume),
    isOver &&
      el(
        'button',
        { type: 'button', class: 'button primary', 'data-again': '', onclick: again },
        'Try again',
      ),
    (isOver || canResume) &&
      el('button', { type: 'button', class: 'button', onclick: leave }, 'Other tickets'),
    purchase.status === 'pending' &&
      el('a', { class: 'button', href: '/tickets.html' }, 'My tickets'),
  );
}
