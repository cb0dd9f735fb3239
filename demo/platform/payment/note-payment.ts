import type { Database } from '../database/database.ts';
import type { Transaction } from './transaction.ts';

/** Notes that a payment of a transaction may still be taken. */
export async function notePayment(
  within: Database,
  { id }: Pick<Transaction, 'id'>,
  reference: string,
  at: Date,
): Promise<void> {
  await within.query(
    'insert into awaited_payments (transaction_id, reference, noted_at) values ($1, $2, $3) on conflict do nothing',
    [id, reference, at],
  );
}
