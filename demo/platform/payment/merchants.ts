import type { Database } from '../database/database.ts';
import { isLoopback } from '../directory/callback-hosts.ts';

/** Whether a payment to this merchant is one to the platform. Hosts of this machine always are. */
export function isOwnMerchant(merchant: unknown, names: readonly string[]): merchant is string {
  return typeof merchant === 'string' && (names.includes(merchant) || isLoopback(merchant));
}

/** Writes down who may be paid, so that the ledger can be checked without the options. */
export async function recordMerchants(
  database: Database,
  names: readonly string[] = [],
): Promise<void> {
  await database.query(
    'insert into merchants (name) select unnest($1::text[]) on conflict do nothing',
    [names],
  );
}

/** Writes down the merchant of the account that the platform is started with. */
export async function recordAccount(database: Database, merchant: string): Promise<void> {
  await database.query(
    `insert into merchants (name, is_account) values ($1, true)
     on conflict (name) do update set is_account = true`,
    [merchant],
  );
}

/** The merchants of all accounts that the platform was started with. */
export async function readAccounts(database: Database): Promise<string[]> {
  const found = await database.query<{ name: string }>(
    'select name from merchants where is_account order by name',
  );
  return found.map(({ name }) => name);
}
