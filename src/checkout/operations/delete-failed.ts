import { payment } from '../../contract/payment.ts';
import { UsherError } from '../../errors/usher-error.ts';
import type { RequestOptions } from '../../session/calls/request.ts';
import { check } from '../check.ts';
import type { Context } from '../context.ts';
import { isOpen } from '../purchase/purchase-record.ts';
import { operate } from './operations.ts';
import type { CancelValues, PaymentResult } from './operations.ts';
import { nothing } from '../../browser/nothing.ts';

/**
 * Deletes a failed transaction at the platform.
 * @throws {UsherError} `purchase-in-progress` while it is open, `unknown-transaction` when this
 *   device does not know that it failed: nothing was sent.
 */
export async function deleteFailedTransaction(
  context: Context,
  values: CancelValues,
  options?: RequestOptions,
): Promise<PaymentResult> {
  check(payment, 'cancelsubscription', values, ['transactionID']);
  await refuseUnlessFailed(context, values.transactionID);
  const settled = await operate(
    context,
    { name: 'cancelsubscription', values: { ...values, cancelTransaction: true } },
    options,
  );
  // It is deleted. If the journal cannot be written, it is still listed as failed.
  await context.purchases
    .change((all) =>
      all.filter(({ transactionID }) => transactionID !== String(values.transactionID)),
    )
    .catch(nothing);
  return settled;
}

/**
 * Refuses to delete a transaction, unless the platform or the provider has reported its failure.
 */
export async function refuseUnlessFailed(context: Context, transactionID: unknown): Promise<void> {
  const entry = (await context.purchases.read())?.find(
    (each) => each.transactionID === String(transactionID),
  );
  if (entry && isOpen(entry)) {
    throw new UsherError('purchase-in-progress', 'The transaction is being finished');
  }
  if (entry?.step !== 'failed') {
    throw new UsherError(
      'unknown-transaction',
      'This browser has no proof that the transaction failed',
    );
  }
}
