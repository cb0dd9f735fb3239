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
