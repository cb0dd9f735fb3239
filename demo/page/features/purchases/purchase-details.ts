import { formatPrice } from '/dist/cdn/usher.js';
import type { Offer, PurchaseState } from 'usher-runtime';
import { createDescriptionList } from '../../ui/description-list.ts';
import { el } from '../../ui/dom.ts';
import { errorText } from '../../ui/error-text.ts';
import { formatReceiptTime } from '../../ui/format-date-time.ts';
import { isOpenPurchase } from '../checkout/open-purchase.ts';
import { findSubscription } from '../checkout/sold-offers.ts';

const kinds: Readonly<Record<string, string>> = {
  ppv: 'Rent',
  ownage: 'To keep',
  deposit: 'Deposit',
};

export interface PurchaseDetailsParts {
  /** What the domain sells. */
  readonly offers: readonly Offer[];
  readonly remove: (transactionId: string) => Promise<void>;
}

/** The price of a purchase, its receipt, and the deletion of a payment that failed. */
export function createPurchaseDetails(
  purchase: PurchaseState,
  { offers, remove }: PurchaseDetailsParts,
): HTMLElement {
  const { id, status, transactionId } = purchase;
  return el(
    'div',
    { class: 'purchase-details', slot: id, 'data-status': status },
    el('p', { class: 'purchase-facts' }, factsText(offers, purchase)),
    status === 'failed' && transactionId && createDelete(() => remove(transactionId)),
    transactionId && !isOpenPurchase(purchase) && createReceipt(purchase, transactionId),
  );
}

function createDelete(remove: () => Promise<void>): HTMLElement {
  const problem = el('p', { class: 'purchase-problem', role: 'alert' });
  const act = async (): Promise<void> => {
    try {
      await remove();
    } catch (error) {
      problem.textContent = errorText(error);
    }
  };
  return el(
    'div',
    {},
    problem,
    el(
      'button',
      { type: 'button', class: 'button', 'data-delete': '', onclick: () => void act() },
      'Delete it',
    ),
  );
}

/** What was bought and for how much: "Rent · €4.99", "€7.99 a month" for a subscription. */
function factsText(offers: readonly Offer[], purchase: PurchaseState): string {
  const { operation } = purchase;
  const offer = operation === 'subscription' ? findSubscription(offers, purchase) : undefined;
  const price = formatPrice(purchase, document.documentElement.lang);
  const rhythm = price && offer?.paidMonthly ? ' a month' : '';
  return [kinds[operation], price + rhythm].filter(Boolean).join(' · ');
}

function createReceipt(purchase: PurchaseState, transactionId: string): HTMLElement {
  const { status, startedAt, expiresAt } = purchase;
  const isGranted = status === 'granted';
  return el(
    'details',
    { class: 'fold receipt' },
    el('summary', {}, isGranted ? 'Receipt' : 'Details'),
    createDescriptionList([
      ['Transaction', el('code', {}, transactionId)],
      ['Started', formatReceiptTime(startedAt)],
      [isGranted ? 'Paid' : 'Price', formatPrice(purchase, document.documentElement.lang)],
      ['Until', isGranted && expiresAt !== null && formatReceiptTime(expiresAt)],
    ]),
  );
}
