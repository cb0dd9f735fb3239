import { queryOne, type Database } from '../database/database.ts';
import { appendEntry } from '../ledger/append.ts';
import type { Payment } from './payment-provider.ts';
import type { Transaction } from './transaction.ts';

/** When a payment is given back, and why it is not kept. */
export interface Refund {
  readonly at: Date;
  readonly note: 'for a deleted transaction' | 'for a finished transaction';
}

/**
 * Gives back what a provider took for a transaction that was deleted, or that another payment has
 * finished. A payment is given back once, and the ledger has both movements.
 */
export async function refundPayment(
  within: Database,
  transaction: Transaction,
  { amountMinor, reference, merchant }: Payment,
  refund: Refund,
): Promise<void> {
  const known = await queryOne(
    within,
    `select id from ledger where transaction_id = $1 and kind in ('paid', 'authorised') and reference = $2`,
    [transaction.id, reference],
  );
  if (known) return;
  for (const kind of ['paid', 'refunded'] as const) {
    await appendEntry(within, transaction, { kind, amountMinor, reference, merchant, ...refund });
  }
}
