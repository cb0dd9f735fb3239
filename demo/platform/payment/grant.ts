import { queryOne, type Database } from '../database/database.ts';
import { priceModel } from '../tenants/price-model.ts';
import { nextChargeWithoutRenewal } from './charges.ts';
import { endOfItem } from './end-of-item.ts';
import { addMonths } from './months.ts';
import type { Transaction } from './transaction.ts';

/**
 * Grants what a transaction bought, and says until when; null: without end. What runs already is
 * extended, so that nothing paid is lost.
 */
export async function grant(
  within: Database,
  transaction: Transaction,
  amountMinor: number,
  now: Date,
): Promise<Date | null> {
  if (transaction.operation === 'subscription') {
    return grantSubscription(within, transaction, amountMinor, now);
  }
  return transaction.operation === 'ppv' ? endOfRent(within, transaction, now) : null;
}

async function endOfRent(within: Database, transaction: Transaction, now: Date): Promise<Date> {
  const running = await endOfItem(within, transaction);
  return new Date(
    Math.max(now.getTime(), running?.getTime() ?? 0) + priceModel.ppv.hours * 3_600_000,
  );
}

async function grantSubscription(
  within: Database,
  transaction: Transaction,
  amountMinor: number,
  now: Date,
): Promise<Date> {
  const { id, domain, user_id, premium, renews, paid_monthly, capture_on, currency } = transaction;
  const duration = transaction.duration_months!;
  const startsAt = await startOf(within, transaction, now);
  const isTrial = capture_on !== null && capture_on > now;
  const from = isTrial ? new Date(Math.max(startsAt.getTime(), capture_on.getTime())) : startsAt;
  const until = isTrial ? from : addMonths(from, duration);
  const next = isTrial ? from : addMonths(from, paid_monthly ? 1 : duration);
  const progress = { charges: isTrial ? 0 : 1, next_charge_at: next, valid_until: until };
  await within.query(
    `insert into subscriptions (domain, user_id, transaction_id, premium, renews, duration_months, paid_monthly, started_at, valid_until, term_from,
       charges, charge_minor, currency, next_charge_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      domain,
      user_id,
      id,
      premium,
      renews,
      duration,
      paid_monthly,
      startsAt,
      until,
      from,
      progress.charges,
      amountMinor,
      currency,
      isTrial || renews ? next : nextChargeWithoutRenewal(progress),
    ],
  );
  return until;
}

/** Now; or when the same level, which runs and does not extend, ends. */
async function startOf(
  within: Database,
  { domain, user_id, premium }: Transaction,
  now: Date,
): Promise<Date> {
  const running = await queryOne<{ until: Date | null }>(
    within,
    'select max(valid_until) as until from subscriptions where domain = $1 and user_id = $2 and premium = $3 and not external and valid_until > $4',
    [domain, user_id, premium, now],
  );
  return running?.until ?? now;
}
