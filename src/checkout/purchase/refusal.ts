import type { PurchaseRecord } from './purchase-record.ts';

/**
 * Why a purchase is `failed`.
 *
 * - `declined`: the platform or the provider declined the payment. Nothing was charged.
 * - `owned`: there is no transaction, because the viewer owns the item. Nothing was charged.
 * - `refused`: there is no transaction for another reason. Nothing was charged.
 * - `refunded`: the viewer has paid, and the platform gives the money back.
 * - `unknown-transaction`: the platform does not know the transaction. The viewer may have paid.
 *
 * `owned` and `refunded` are read from the platform's hint, in English. A platform that says it in
 * other words gives `refused` and `declined`.
 */
export type PurchaseRefusal = 'declined' | 'owned' | 'refused' | 'refunded' | 'unknown-transaction';

/** Whether a hint of the platform says that the viewer owns the item. `ownage` is an operation. */
const saysOwned = (hint = ''): boolean => /\bown(s|ed)?\b/i.test(hint);

/** Whether a hint of the platform says that the viewer gets the money back. */
const saysGivenBack = (hint = ''): boolean => /\b(given back|refund)/i.test(hint);

/** Why the purchase of a record has failed. `undefined` for one that has not. */
export function refusalOf({
  step,
  error,
  transactionID,
}: Pick<PurchaseRecord, 'step' | 'error' | 'transactionID'>): PurchaseRefusal | undefined {
  if (step !== 'failed') return undefined;
  if (saysGivenBack(error?.hint)) return 'refunded';
  if (transactionID) return error?.code === 'not-found' ? 'unknown-transaction' : 'declined';
  return saysOwned(error?.hint) ? 'owned' : 'refused';
}
