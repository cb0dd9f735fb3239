import { queryOne, type Database } from '../database/database.ts';
import { demoVouchers } from './demo-vouchers.ts';

const dayMs = 86_400_000;

/** Gives a domain its demo vouchers; those that it has already stay as they are. */
export async function fillVouchers(database: Database, domain: string, now: Date): Promise<void> {
  const item = await queryOne<{ gid: string }>(
    database,
    'select gid from items where pay and not premium_only order by votes desc nulls last, gid offset 2 limit 1',
  );
  for (const {
    code,
    reference,
    operation,
    days,
    uses,
    oncePerUser,
    expiresInDays,
  } of demoVouchers) {
    const expiresAt =
      expiresInDays === undefined ? null : new Date(now.getTime() + expiresInDays * dayMs);
    if (operation === 'item' && !item) continue; // a catalogue with fewer items for sale
    await database.query(
      `insert into vouchers (domain, code, reference, operation, gid, days, uses_left, once_per_user, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      [
        domain,
        code,
        reference ?? null,
        operation,
        operation === 'item' ? item!.gid : null,
        days ?? null,
        uses,
        oncePerUser ?? false,
        expiresAt,
      ],
    );
  }
}

/** The codes of the demo vouchers of a domain that can be redeemed at a time. */
export async function findRedeemableVouchers(
  database: Database,
  domain: string,
  at: Date,
): Promise<string[]> {
  const found = await database.query<{ code: string }>(
    `select code from vouchers where domain = $1 and uses_left > 0
     and (expires_at is null or expires_at > $2)`,
    [domain, at],
  );
  const codes = new Set(found.map(({ code }) => code));
  return demoVouchers.map(({ code }) => code).filter((code) => codes.has(code));
}
