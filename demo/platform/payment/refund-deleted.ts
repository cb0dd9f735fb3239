import { queryOne, type Database } from '../database/database.ts';
import { appendEntry } from '../ledger/append.ts';
import type { Payment } from './payment-provider.ts';
import type { Transaction } from './transaction.ts';

/**
 * Money that a provider took for a transaction which was deleted is given back, once, and both is
 * on record.
 */
export async function refundDeleted(
  within: Database,
  transaction: Transaction,
  { amountMinor, reference, merchant }: Payment,
  at: Date,
): Promise<void> {
  const refunded = await queryOne(
    within,
    `select id from ledger where transaction_id = $1 and kind = 'refunded' and reference = $2`,
    [transaction.id, reference],
  );
  if (refunded) return;
  await appendEntry(within, transaction, {
    kind: 'paid',
    at,
    amountMinor,
    reference,
    merchant,
    note: 'for a deleted transaction',
  });
  await appendEntry(within, transaction, {
    kind: 'refunded',
    at,
    amountMinor,
    reference,
    merchant,
    note: 'for a deleted transaction',
  });
}
