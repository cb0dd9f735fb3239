import type { Database } from '../database/database.ts';
import { settleDue } from './settle-due.ts';

export interface Right {
  readonly until: Date | null;
}

/** What a user has a right to at a moment. */
export interface Entitlements {
  /** Bought items, by global ID. */
  readonly purchases: ReadonlyMap<string, Right>;
  /** Items opened by voucher, by global ID; `every` for all that a subscription opens. */
  readonly vouchers: ReadonlyMap<string, Right>;
  /** Subscriptions, premium and longest first. */
  readonly subscriptions: readonly {
    readonly premium: boolean;
    readonly external: boolean;
    /** Extends by itself at its end. */
    readonly renews: boolean;
    readonly until: Date;
  }[];
}

export const noEntitlements: Entitlements = {
  purchases: new Map(),
  vouchers: new Map(),
  subscriptions: [],
};

/**
 * Who buys by subscription pays with it: such a transaction is on record, but grants nothing by
 * itself.
 */
export const bySubscription = 'subscription';

/** Whether an item was bought or opened for good. */
export function ownsForGood(
  { purchases, vouchers }: Entitlements,
  { gid }: { readonly gid: string },
): boolean {
  return [purchases, vouchers].some((rights) => rights.get(gid)?.until === null);
}

/** Whether a user has all that a subscription opens, without an end. */
export const hasAllForGood = ({ vouchers, subscriptions }: Entitlements): boolean =>
  vouchers.get('every')?.until === null ||
  subscriptions.some(({ premium, renews }) => premium && renews);

/**
 * Reads what a user may watch at a moment. What is due until then is charged first: a subscription
 * extends by its charge.
 */
export async function readEntitlements(
  database: Database,
  domain: string,
  user: string,
  now: Date,
): Promise<Entitlements> {
  await settleDue(database, domain, user, now);
  const parameters = [domain, user, now];
  // Sorted so that the longest right is the last one, which a map keeps.
  const purchases = await database.query<{ gid: string; valid_until: Date | null }>(
    `select gid, valid_until from transactions
     where domain = $1 and user_id = $2 and gid is not null and operation in ('ppv', 'ownage') and state = 'finished' and provider <> $4 and (valid_until is null or valid_until > $3)
     order by valid_until nulls last`,
    [...parameters, bySubscription],
  );
  const vouchers = await database.query<{ gid: string | null; valid_until: Date | null }>(
    `select gid, valid_until from voucher_grants
     where domain = $1 and user_id = $2 and (valid_until is null or valid_until > $3) order by valid_until nulls last`,
    parameters,
  );
  const subscriptions = await database.query<{
    premium: boolean;
    external: boolean;
    renews: boolean;
    valid_until: Date;
  }>(
    `select premium, external, renews, valid_until from subscriptions
     where domain = $1 and user_id = $2 and valid_until > $3 order by premium desc, valid_until desc`,
    parameters,
  );
  return {
    purchases: new Map(purchases.map((row) => [row.gid, { until: row.valid_until }])),
    vouchers: new Map(vouchers.map((row) => [row.gid ?? 'every', { until: row.valid_until }])),
    subscriptions: subscriptions.map((row) => ({
      premium: row.premium,
      external: row.external,
      renews: row.renews,
      until: row.valid_until,
    })),
  };
}
