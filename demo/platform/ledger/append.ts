import type { Database } from '../database/database.ts';

/**
 * What a row of the ledger stands for. Money in: `paid`, `captured`, `instalment`, `renewed`,
 * `upgraded`; money out: `refunded`; money that a provider holds ready: `authorised`, until
 * `captured` or `released`; the others move none.
 */
export type EntryKind =
  | 'prepared'
  | 'declined'
  | 'authorised'
  | 'paid'
  | 'captured'
  | 'released'
  | 'finished'
  | 'instalment'
  | 'renewed'
  | 'upgraded'
  | 'granted'
  | 'cancelled'
  | 'deleted'
  | 'refunded';

/** What an entry is about; a transaction as stored fits. */
export interface Subject {
  readonly domain: string;
  readonly user_id: string;
  /** The transaction; absent for what has none, as a voucher. */
  readonly id?: string;
  readonly gid: string | null;
  readonly currency: string;
  readonly provider: string;
}

export interface Entry {
  readonly kind: EntryKind;
  readonly at: Date;
  readonly amountMinor?: number | bigint;
  readonly reference?: string | null;
  /** Who was paid, where a token of the provider or a receipt says it. */
  readonly merchant?: string | undefined;
  readonly note?: string;
}

/** Adds an entry to the ledger, in the transaction of the change that it records. */
export async function appendEntry(
  within: Database,
  subject: Subject,
  { kind, at, amountMinor = 0, reference = null, merchant, note }: Entry,
): Promise<void> {
  await within.query(
    `insert into ledger (domain, at, kind, user_id, transaction_id, gid, amount_minor, currency, provider, reference, merchant, note)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      subject.domain,
      at,
      kind,
      subject.user_id,
      subject.id ?? null,
      subject.gid,
      String(amountMinor),
      subject.currency,
      subject.provider,
      reference,
      merchant ?? null,
      note ?? null,
    ],
  );
}
