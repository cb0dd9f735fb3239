import { payment } from '../../contract/payment.ts';
import { UsherError } from '../../errors/usher-error.ts';
import type { RequestOptions } from '../../session/calls/request.ts';
import { check } from '../check.ts';
import type { Context } from '../context.ts';
import { isOpen } from '../purchase/purchase-record.ts';
import { operate } from './operations.ts';
import type { CancelValues, Settled } from './operations.ts';

/**
 * Has the platform delete a transaction that failed.
 * @throws {UsherError} `purchase-in-progress` while it is open, `unknown-transaction` where this
 *   device does not know that it failed: nothing was sent then.
 */
export async function deleteFailedTransaction(
  context: Context,
  values: CancelValues,
  options?: RequestOptions,
): Promise<Settled> {
  check(payment, 'cancelsubscription', values, ['transactionID']);
  await refuseUnlessFailed(context, values.transactionID);
  const settled = await operate(
    context,
    { name: 'cancelsubscription', values: { ...values, cancelTransaction: true } },
    options,
  );
  // It is no more. Where that cannot be written, it still stands as failed.
  await context.purchases
    .change((all) =>
      all.filter(({ transactionID }) => transactionID !== String(values.transactionID)),
    )
    .catch(() => {});
  return settled;
}

/** A transaction is deleted only when platform or provider have said that it failed. */
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
