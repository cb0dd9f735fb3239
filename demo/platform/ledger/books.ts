import type { Database } from '../database/database.ts';
import { settleDue } from '../payment/settle-due.ts';
import type { EntryKind } from './append.ts';

/** A row of the ledger. IDs are text. */
export interface LedgerRow {
  readonly id: string;
  readonly domain: string;
  readonly at: Date;
  readonly kind: EntryKind;
  readonly user: string;
  readonly transaction: string | null;
  readonly item: string | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly provider: string;
  readonly reference: string | null;
  /** Who was paid; null where no token of the provider or receipt says it. */
  readonly merchant: string | null;
  readonly note: string | null;
}

/** A transaction, as far as the ledger must agree with it. */
export interface BookedTransaction {
  readonly id: string;
  readonly domain: string;
  readonly user: string;
  readonly operation: string;
  /** The global ID of what was sold. */
  readonly item: string | null;
  readonly state: string;
  readonly finishedAt: Date | null;
  readonly amountMinor: number;
  readonly paidMinor: number | null;
  readonly currency: string;
  readonly provider: string;
  readonly premium: boolean;
  /** Of subscriptions. */
  readonly durationMonths: number | null;
  readonly paidMonthly: boolean;
}

/** A subscription, as far as the ledger must agree with it. */
export interface BookedSubscription {
  readonly id: string;
  readonly domain: string;
  readonly user: string;
  readonly transaction: string | null;
  readonly premium: boolean;
  readonly external: boolean;
  readonly renews: boolean;
  readonly durationMonths: number | null;
  readonly paidMonthly: boolean;
  readonly startedAt: Date;
  readonly termFrom: Date;
  readonly validUntil: Date;
}

/** A voucher's grant, and whether there is a voucher for it. */
export interface BookedVoucher {
  readonly id: string;
  readonly domain: string;
  readonly user: string;
  readonly code: string;
  readonly known: boolean;
  /** The global ID of what it opens; null for all that a subscription opens. */
  readonly item: string | null;
  readonly grantedAt: Date;
  readonly validUntil: Date | null;
}

/** Everything that money and grants of one or all domains can be held against. */
export interface Books {
  readonly rows: readonly LedgerRow[];
  readonly transactions: readonly BookedTransaction[];
  readonly subscriptions: readonly BookedSubscription[];
  readonly vouchers: readonly BookedVoucher[];
  /** Who may be paid. */
  readonly merchants: readonly string[];
}

/** Reads the books as of a moment; what has come due until then is charged first. */
export async function readBooks(
  database: Database,
  domain: string | undefined,
  now: Date,
): Promise<Books> {
  const domains = await database.query<{ id: string }>(
    'select id from domains where $1::int8 is null or id = $1 order by id',
    [domain ?? null],
  );
  for (const { id } of domains) await settleDue(database, id, null, now);
  const read = <R>(sql: string): Promise<R[]> => database.query<R>(sql, [domain ?? null]);
  const rows = await read<LedgerRow & { amountMinor: string }>(
    `select id, domain, at, kind, user_id as "user", transaction_id as transaction, gid as item, amount_minor as "amountMinor", currency, provider, reference, merchant, note
     from ledger where $1::int8 is null or domain = $1 order by at, id`,
  );
  const transactions = await read<BookedTransaction>(
    `select id, domain, user_id as "user", operation, gid as item, state, finished_at as "finishedAt", amount_minor::float8 as "amountMinor", paid_minor::float8 as "paidMinor", currency, provider, premium,
       duration_months as "durationMonths", paid_monthly as "paidMonthly"
     from transactions where $1::int8 is null or domain = $1 order by id`,
  );
  const subscriptions = await read<BookedSubscription>(
    `select id, domain, user_id as "user", transaction_id as transaction, premium, external, renews, duration_months as "durationMonths", paid_monthly as "paidMonthly",
       started_at as "startedAt", term_from as "termFrom", valid_until as "validUntil"
     from subscriptions where $1::int8 is null or domain = $1 order by id`,
  );
  const vouchers = await read<BookedVoucher>(
    `select id, domain, user_id as "user", code, gid as item, granted_at as "grantedAt", valid_until as "validUntil", exists (select 1 from vouchers where vouchers.domain = voucher_grants.domain and vouchers.code = voucher_grants.code) as known
     from voucher_grants where $1::int8 is null or domain = $1 order by id`,
  );
  const merchants = await database.query<{ name: string }>('select name from merchants');
  return {
    rows: rows.map((row) => ({ ...row, amountMinor: Number(row.amountMinor) })),
    transactions,
    subscriptions,
    vouchers,
    merchants: merchants.map(({ name }) => name),
  };
}
