import { queryOne, type Database } from '../database/database.ts';

/** What a provider still holds ready for a transaction. */
export async function heldOfTransaction(database: Database, transaction: string): Promise<bigint> {
  const row = await queryOne<{ held: string }>(
    database,
    `select coalesce(sum(case kind when 'authorised' then amount_minor else -amount_minor end), 0)::int8 as held
     from ledger where transaction_id = $1 and kind in ('authorised', 'captured', 'released')`,
    [transaction],
  );
  return BigInt(row?.held ?? '0');
}
