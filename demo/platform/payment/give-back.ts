import type { Database } from '../database/database.ts';
import { appendEntry } from '../ledger/append.ts';
import type { Payment } from './payment-provider.ts';
import { refundPayment } from './refund-payment.ts';
import type { Transaction } from './transaction.ts';

/** Deletes a transaction whose payment came too late to grant what it is for, and refunds it. */
export async function giveBack(
  locked: Database,
  transaction: Transaction,
  payment: Payment,
  { why, at }: { why: string; at: Date },
): Promise<Transaction> {
  const [deleted] = await locked.query<Transaction>(
    `update transactions set state = 'deleted', reference = $2, deleted_because = $3 where id = $1 returning *`,
    [transaction.id, payment.reference, why],
  );
  await appendEntry(locked, transaction, { kind: 'deleted', at, note: why });
  await refundPayment(locked, transaction, payment, { at, note: 'for a deleted transaction' });
  return deleted!;
}
