import { shownPopup, type Popup } from '../../browser/payment-window.ts';
import { prepareValuesOf, type BuyValues } from '../buy/buy-values.ts';
import type { CheckoutContext } from '../context.ts';
import { isSameDeal } from '../purchase/deal.ts';
import { ownershipOf } from '../purchase/ownership.ts';
import { awaitsPayment, isSameIntent, type PurchaseRecord } from '../purchase/purchase-record.ts';

/**
 * Closes the blank windows of purchases that no longer go to a provider, and the windows in which
 * an abandoned purchase could still be paid: the viewer may buy the same again. If another tab
 * found that the time of the purchase is over, its window stays until the viewer does so: the clock
 * may have been set ahead while the viewer pays.
 */
export function closeUnneededWindows({ windows, purchases }: CheckoutContext): void {
  windows.closeShown((id) => {
    const record = purchases.find(id);
    if (record?.step !== 'abandoned') return false;
    return record.error?.code !== 'timeout' || isBoughtAgain(record, purchases.all());
  });
  windows.closeBlank((id) => {
    const record = purchases.find(id);
    return !!record && awaitsPayment(record);
  });
}

/** Whether the viewer has bought the same again since. */
const isBoughtAgain = (record: PurchaseRecord, all: readonly PurchaseRecord[]): boolean =>
  all.some(
    (each) =>
      each.id !== record.id &&
      each.owner === record.owner &&
      each.startedAt >= record.startedAt &&
      isSameIntent(each, record),
  );

/**
 * Shows the payment window of an open purchase with the same terms. `undefined` when there is none.
 * Call it in the click, before any `await`.
 */
export function focusWindow(context: CheckoutContext, given: BuyValues): Popup | undefined {
  const values = prepareValuesOf(given);
  const record = context.purchases
    .all()
    .find(
      (each) =>
        ownershipOf(context, each) === 'own' &&
        awaitsPayment(each) &&
        isSameDeal(each.values, values),
    );
  const known = record && context.windows.find(record.id);
  if (known?.kind !== 'window' || known.closed) return undefined;
  known.focus();
  return known.reuse() ?? shownPopup;
}
