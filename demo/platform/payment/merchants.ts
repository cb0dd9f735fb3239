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
