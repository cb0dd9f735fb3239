import { queryOne, type Database } from '../database/database.ts';
import type { Answer } from '../wire/envelope.ts';
import { wireId } from '../wire/json.ts';
import type { Transaction } from './transaction.ts';
import { wireMoment } from './wire-moment.ts';

interface SubscriptionRow {
  readonly premium: boolean;
  readonly external: boolean;
  readonly renews: boolean;
  readonly renewable: boolean;
  readonly duration_months: number | null;
  readonly paid_monthly: boolean;
}

/**
 * The terms of the subscription that a transaction has opened, as they are now. Nothing for other
 * transactions. Of a subscription of another operator only the level is known.
 */
export async function readTerms(
  database: Database,
  { id }: Pick<Transaction, 'id'>,
): Promise<Readonly<Record<string, number>>> {
  const row = await queryOne<SubscriptionRow>(
    database,
    `select subscriptions.*, transactions.renewable from subscriptions
     join transactions on transactions.id = subscriptions.transaction_id where transactions.id = $1`,
    [id],
  );
  if (!row) return {};
  const flag = (is: boolean): number => (is ? 1 : 0);
  const level = { isPremium: flag(row.premium) };
  if (row.external || row.duration_months === null) return level;
  return {
    ...level,
    duration: row.duration_months,
    willRenew: flag(row.renews),
    canRenew: flag(row.renewable),
    paidMonthly: flag(row.paid_monthly),
  };
}

/** What the calls answer that finish a transaction at once. */
export async function subscriptionAnswer(
  database: Database,
  { id, premium, valid_until }: Pick<Transaction, 'id' | 'premium' | 'valid_until'>,
): Promise<Answer> {
  return {
    result: {
      general: {
        transactionID: wireId(id),
        state: 'finished',
        isPremium: premium ? 1 : 0,
        validUntil: wireMoment(valid_until),
        ...(await readTerms(database, { id })),
      },
    },
  };
}
