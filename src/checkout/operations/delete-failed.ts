import { nothing } from '../../browser/nothing.ts';
import { payment } from '../../contract/payment.ts';
import { purchaseInProgress } from '../../errors/purchase-in-progress-error.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { checkValues } from '../check-values.ts';
import type { CheckoutContext } from '../context.ts';
import { journalUnavailable } from '../purchase/journal.ts';
import { ownershipOf } from '../purchase/ownership.ts';
import {
  isReturning,
  isUnsettled,
  withoutLeadingZeros,
  type PurchaseLease,
  type PurchaseRecord,
} from '../purchase/purchase-record.ts';
import { changeRecord } from '../purchase/purchase-store.ts';
import { collectLostReturns } from '../return/handle-returns.ts';
import { hasUnreadReturn } from '../return/waiting-returns.ts';
import type { ViewerOptions } from './call-for-viewer.ts';
import { operate, type CancelValues, type PaymentResult } from './operations.ts';

/**
 * Deletes a failed transaction at the platform.
 * @throws {UsherError} `purchase-in-progress` while it is open, `unknown-transaction` when this
 *   device does not know that it failed, `journal-unavailable` when the journal cannot be read or
 *   written, `aborted` when the page was frozen before the call: nothing was sent. `malformed`: the
 *   answer names another transaction.
 */
export function deleteFailedTransaction(
  context: CheckoutContext,
  values: CancelValues,
  options: ViewerOptions,
): Promise<PaymentResult> {
  checkValues(payment, 'cancelsubscription', values, { required: ['transactionID'] });
  const id = withoutLeadingZeros(values.transactionID);
  const operation = {
    name: 'cancelsubscription',
    values: { ...values, cancelTransaction: true },
    transactionID: id,
  } as const;
  return deleteOnce(context, id, (lease) => operate(context, { ...operation, lease }, options));
}

/**
 * Sends the deletion of a failed transaction, and removes its purchase. Meanwhile this page has the
 * lease of the purchase: a payment that comes back is stored, and finished after the answer.
 * `send` gets that lease, and sends nothing when it is old.
 * With `ofAnotherDevice`, a transaction that the journal does not have is deleted too. The platform
 * decides alone then.
 */
export async function deleteOnce<Result>(
  context: CheckoutContext,
  transactionID: string,
  send: (lease?: PurchaseLease) => Promise<Result>,
  options: Pick<ViewerOptions, 'ofAnotherDevice'> = {},
): Promise<Result> {
  const { purchases, leases, attempts } = context;
  await collectLostReturns(context);
  const all = await purchases.read();
  if (!all) throw journalUnavailable('read'); // it may have the transaction
  // A page without types may pass any value.
  const isKnown = all.some((each) => each.transactionID === transactionID);
  if (options.ofAnotherDevice === true && !isKnown) return send();
  const known = findFailed(context, all, transactionID);
  if (!attempts.begin(known.id)) throw beingDeleted(known);
  const release = await leases.hold();
  let lease: PurchaseLease | undefined;
  try {
    await purchases.change((all) => {
      const { id } = findFailed(context, all, transactionID);
      const taken = leases.create();
      lease = taken;
      return changeRecord(all, id, (record) => ({ ...record, lease: taken }));
    });
    const result = await send(lease);
    await endDeletion(context, known, 'deleted');
    return result;
  } catch (error) {
    await endDeletion(context, known, 'failed');
    throw error;
  } finally {
    release();
    attempts.end(known.id);
    context.schedule();
  }
}

/**
 * Removes a deleted purchase, or ends the lease of this page. If a payment came back meanwhile, the
 * purchase stays, because only the platform can say what becomes of it. Another page may have the
 * next lease, to finish that payment.
 */
async function endDeletion(
  context: CheckoutContext,
  { id }: PurchaseRecord,
  outcome: 'deleted' | 'failed',
): Promise<void> {
  await context.purchases
    .change((all) => {
      const isRemoved = (record: PurchaseRecord): boolean =>
        record.id === id && record.step === 'failed' && !mayBePaid(context, record);
      const removes = outcome === 'deleted' && all.some(isRemoved);
      if (removes) return all.filter((record) => !isRemoved(record));
      return changeRecord(all, id, (record) =>
        record.lease && !context.leases.isTaken(record) ? { ...record, lease: undefined } : record,
      );
    })
    .catch(nothing); // It is still listed as failed, and the lease ends by itself.
}

/** Whether a return of the purchase is not sent yet, also one that waits for the journal. */
const mayBePaid = (context: CheckoutContext, record: PurchaseRecord): boolean =>
  isReturning(record) || hasUnreadReturn(context, record);

/** The purchase of a transaction, unless it is known to be of another viewer. */
const findOwn = (
  context: CheckoutContext,
  all: readonly PurchaseRecord[],
  transactionID: string,
): PurchaseRecord | undefined =>
  all.find(
    (each) => each.transactionID === transactionID && ownershipOf(context, each) !== 'other',
  );

/**
 * Finds the purchase of a transaction whose failure the platform or the provider has reported.
 * @throws {UsherError} `purchase-in-progress`, `unknown-transaction`.
 */
function findFailed(
  context: CheckoutContext,
  all: readonly PurchaseRecord[],
  transactionID: string,
): PurchaseRecord {
  const record = findOwn(context, all, transactionID);
  if (record && (isUnsettled(record) || mayBePaid(context, record))) {
    throw purchaseInProgress('The transaction is being finished', record);
  }
  if (record?.step !== 'failed') {
    throw new UsherError(
      'unknown-transaction',
      'This browser has no proof that the transaction failed',
    );
  }
  if (context.leases.isTaken(record)) throw beingDeleted(record);
  return record;
}

const beingDeleted = (record: PurchaseRecord): UsherError =>
  purchaseInProgress('The transaction is being deleted', record);
