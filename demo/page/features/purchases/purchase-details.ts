import { formatPrice } from '/dist/cdn/usher.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { PurchaseState } from 'usher-runtime';
import { descriptionList } from '../../ui/description-list.ts';
import { errorText } from '../../ui/error-text.ts';
import { formatReceiptTime } from '../../ui/format-date-time.ts';
import { getElement } from '../../ui/get-element.ts';
import { isOpenPurchase } from '../checkout/open-purchase.ts';

export interface PurchaseDetailsParts {
  readonly remove: (transactionId: string) => Promise<void>;
}

/** The receipt of a purchase, and the deletion of a payment that failed. */
export function purchaseDetails(
  purchase: PurchaseState,
  { remove }: PurchaseDetailsParts,
): TemplateResult {
  const { id, status, transactionId } = purchase;
  const isDeletable = status === 'failed' && transactionId;
  return html`<div class="purchase-details" slot=${id} data-status=${status}>
    ${isDeletable ? deletion(() => remove(transactionId)) : nothing}
    ${transactionId && !isOpenPurchase(purchase) ? receipt(purchase, transactionId) : nothing}
  </div>`;
}

function deletion(remove: () => Promise<void>): TemplateResult {
  const act = async ({ currentTarget }: Event): Promise<void> => {
    const place = currentTarget instanceof Element && currentTarget.parentElement;
    try {
      await remove();
    } catch (error) {
      if (place) getElement('.purchase-problem', place).textContent = errorText(error);
    }
  };
  return html`<div>
    <p class="purchase-problem" role="alert"></p>
    <button type="button" class="button" data-delete @click=${act}>Delete it</button>
  </div>`;
}

function receipt(purchase: PurchaseState, transactionId: string): TemplateResult {
  const { status, startedAt, expiresAt } = purchase;
  const isGranted = status === 'granted';
  return html`<details class="fold receipt">
    <summary>${isGranted ? 'Receipt' : 'Details'}</summary>
    ${descriptionList([
      ['Transaction', html`<code>${transactionId}</code>`],
      ['Started', formatReceiptTime(startedAt)],
      [isGranted ? 'Paid' : 'Price', formatPrice(purchase, document.documentElement.lang)],
      ['Until', isGranted && expiresAt !== null && formatReceiptTime(expiresAt)],
    ])}
  </details>`;
}
