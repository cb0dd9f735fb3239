import { queryOne, type Database } from '../database/database.ts';
import { ownsForGood, readEntitlements } from './entitlements.ts';
import type { Transaction } from './transaction.ts';

/** What a user is about to buy. */
export type Bought = Pick<
  Transaction,
  'domain' | 'user_id' | 'operation' | 'gid' | 'premium' | 'duration_months' | 'capture_on'
>;

/**
 * Why a user is not sold something a second time; nothing where they may buy it. Any number may be
 * prepared, so it is asked at the prepare, and again at the finish with the user's row locked.
 */
export async function whyNoSecondSale(
  database: Database,
  bought: Bought,
  now: Date,
): Promise<string | undefined> {
  const { domain, user_id, gid, operation, capture_on } = bought;
  const entitlements = await readEntitlements(database, domain, user_id, now);
  if (operation !== 'subscription' && gid && ownsForGood(entitlements, { gid })) {
    return 'this user owns the item already';
  }
  if (capture_on && capture_on > now && (await hadTrial(database, bought))) {
    return 'this user had a trial phase already';
  }
  return operation === 'subscription' ? whyNoSubscription(database, bought, now) : undefined;
}

/** Also one that was ended before its payment was captured: else it would be free each time. */
async function hadTrial(database: Database, { domain, user_id }: Bought): Promise<boolean> {
  const trial = await queryOne(
    database,
    `select id from transactions
     where domain = $1 and user_id = $2 and state = 'finished' and capture_on > finished_at limit 1`,
    [domain, user_id],
  );
  return trial !== undefined;
}

/**
 * Who subscribes already and is charged again by itself would pay twice; and what may not be
 * renewed is sold once.
 */
async function whyNoSubscription(
  database: Database,
  { domain, user_id, premium, duration_months }: Bought,
  now: Date,
): Promise<string | undefined> {
  const running = await queryOne(
    database,
    'select id from subscriptions where domain = $1 and user_id = $2 and valid_until > $3 and renews and (premium or not $4)',
    [domain, user_id, now, premium],
  );
  if (running) return 'this user has such a subscription, and it extends by itself';
  const last = await queryOne<{ renewable: boolean }>(
    database,
    `select renewable from transactions
     where domain = $1 and user_id = $2 and operation = 'subscription' and state = 'finished' and premium = $3 and duration_months = $4 order by finished_at desc, id desc limit 1`,
    [domain, user_id, premium, duration_months],
  );
  return last?.renewable === false
    ? 'this user had such a subscription, and it cannot be renewed'
    : undefined;
}
