import type { Popup } from '../../browser/payment-window.ts';
import type { CheckoutContext } from '../context.ts';
import type { PreparedRecord, PurchaseRecord } from '../purchase/purchase-record.ts';
import { sendPrepare } from './prepare.ts';

/** A purchase that is to be paid now, and where its provider is shown. */
export interface UnpaidPurchase {
  readonly record: PreparedRecord;
  readonly popup: Popup;
}

export const awaitsProvider = (record: PurchaseRecord | undefined): record is PreparedRecord =>
  record?.step === 'awaiting-provider';

/**
 * Prepares the transaction of a click at the platform. Returns the purchase that is to be paid.
 * Without one the window of the click is closed. Errors are written into the journal.
 */
export async function prepareForClick(
  context: CheckoutContext,
  id: string,
  popup: Popup,
): Promise<UnpaidPurchase | undefined> {
  const { attempts, purchases, windows } = context;
  attempts.begin(id);
  windows.addBlank(id, popup);
  try {
    await sendPrepare(context, purchases.find(id)!);
  } catch {
    popup.close();
    return undefined;
  } finally {
    attempts.end(id);
    context.schedule();
  }
  const record = purchases.find(id);
  if (awaitsProvider(record)) return { record, popup };
  popup.close();
  return undefined;
}
