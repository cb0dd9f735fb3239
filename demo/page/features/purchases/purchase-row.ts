import { formatPrice } from '/dist/cdn/usher.js';
import type { PurchaseState } from 'usher-runtime';
import { createDescriptionList } from '../../ui/description-list.ts';
import { el } from '../../ui/dom.ts';
import { errorText } from '../../ui/error-text.ts';
import { formatDateTime } from '../../ui/format-date-time.ts';
import { readBoughtItem } from '../checkout/bought-item.ts';
import { isOpenPurchase, isResumable } from '../checkout/open-purchase.ts';
import { purchaseText } from '../checkout/purchase-text.ts';
import { createResumeButton } from '../checkout/resume-payment.ts';

export interface PurchaseRowParts {
  /** What was bought and for how much. */
  readonly price: string;
  /** Called in the click. */
  readonly resume: (purchase: PurchaseState) => Promise<unknown>;
  readonly remove: (transactionId: string) => Promise<void>;
}

/** One purchase: its status, its receipt, and what can be done. */
export function createPurchaseRow(
  purchase: PurchaseState,
  { price, resume, remove }: PurchaseRowParts,
): HTMLElement {
  const { status, transactionId } = purchase;
  const { title, address } = readBoughtItem(purchase);
  const { badge, story } = purchaseText(purchase);
  const problem = el('p', { class: 'purchase-said', role: 'alert' });
  const run = async (act: () => Promise<unknown>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      problem.textContent = errorText(error);
    }
  };
  return el(
    'li',
    { class: 'purchase-row', 'data-status': status },
    el(
      'div',
      { class: 'purchase-head' },
      el('h3', {}, address ? el('a', { href: address }, title) : title),
      el('span', { class: 'badge' }, badge),
    ),
    el('p', { class: 'purchase-facts' }, [price, endText(purchase)].filter(Boolean).join(' · ')),
    status !== 'granted' && el('p', {}, story),
    problem,
    el(
      'div',
      { class: 'purchase-actions' },
      isResumable(purchase) && createResumeButton(purchase, () => void run(() => resume(purchase))),
      status === 'failed' &&
        transactionId &&
        createDelete(() => void run(() => remove(transactionId))),
    ),
    transactionId && !isOpenPurchase(purchase) && createReceipt(purchase, transactionId),
  );
}

const createDelete = (onclick: () => void): HTMLElement =>
  el('button', { type: 'button', class: 'button', 'data-delete': '', onclick }, 'Delete it');

function endText({ status, operation, expiresAt }: PurchaseState): string {
  if (status !== 'granted') return '';
  if (expiresAt) return `until ${formatDateTime(expiresAt)}`;
  return operation === 'ownage' ? 'for good' : '';
}

function createReceipt(purchase: PurchaseState, transactionId: string): HTMLElement {
  const { status, amount, currency, startedAt, expiresAt } = purchase;
  const isGranted = status === 'granted';
  return el(
    'details',
    { class: 'fold receipt' },
    el('summary', {}, isGranted ? 'Receipt' : 'Details'),
    createDescriptionList([
      ['Transaction', el('code', {}, transactionId)],
      ['Begun', formatDateTime(startedAt)],
      [
        isGranted ? 'Paid' : 'Asked',
        amount !== null &&
          currency !== null &&
          formatPrice({ amount, currency }, document.documentElement.lang),
      ],
      ['Until', isGranted && expiresAt !== null && formatDateTime(expiresAt)],
    ]),
  );
}
