import type { Database } from '../database/database.ts';
import { settleDue } from '../payment/settle-due.ts';
import type { LedgerRow } from './books.ts';

/** A row of the ledger as its user may read it. */
export interface UserEntry extends Pick<
  LedgerRow,
  'id' | 'at' | 'kind' | 'transaction' | 'item' | 'amountMinor' | 'currency'
> {
  /** The title of the item. */
  readonly title: string | null;
}

/** Reads the rows of one user, oldest first. What is due by then is charged first. */
export async function readUserEntries(
  database: Database,
  domain: string,
  user: string,
  now: Date,
): Promise<UserEntry[]> {
  await settleDue(database, domain, user, now);
  return database.query<UserEntry>(
    `select ledger.id, at, kind, transaction_id as transaction, ledger.gid as item, items.title,
       amount_minor::float8 as "amountMinor", currency
     from ledger left join items on items.gid = ledger.gid
     where ledger.domain = $1 and user_id = $2 order by at, ledger.id`,
    [domain, user],
  );
}
