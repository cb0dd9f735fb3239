import { queryOne, type Database } from '../database/database.ts';
import type { Transaction } from './transaction.ts';

/**
 * When the last right of a user to an item for a time ends, by rent or by voucher: a further one is
 * added to it, so that nothing is lost. Without an item: to all that a subscription opens.
 */
export async function endOfItem(
  database: Database,
  { domain, user_id, gid }: Pick<Transaction, 'domain' | 'user_id' | 'gid'>,
): Promise<Date | null> {
  const last = await queryOne<{ until: Date | null }>(
    database,
    `select max(valid_until) as until from (
       select valid_until from transactions
       where domain = $1 and user_id = $2 and gid = $3 and operation = 'ppv' and state = 'finished' and amount_minor > 0
       union all
       select valid_until from voucher_grants
       where domain = $1 and user_id = $2 and gid is not distinct from $3
     ) as rights`,
    [domain, user_id, gid],
  );
  return last?.until ?? null;
}
