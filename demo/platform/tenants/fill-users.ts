import { randomBytes } from 'node:crypto';
import { queryOne } from '../database/database.ts';
import type { Database } from '../database/database.ts';
import { demoLoginVoucher, demoTokens, demoUsers } from './demo-users.ts';
import { hashPassword } from './password.ts';

const daySeconds = 86_400;

/** Hashing takes its time by design; the demo passwords are hashed once a process. */
let hashes: Promise<string[]> | undefined;

/** Gives a domain its demo users with their tokens, one with two bought items, one with a subscription. */
export async function fillUsers(database: Database, domain: string, now: Date): Promise<void> {
  hashes ??= Promise.all(demoUsers.map((user) => hashPassword(user.password)));
  const passwords = await hashes;
  for (const [index, user] of demoUsers.entries()) {
    const row = await queryOne<{ id: string }>(
      database,
      'insert into users (domain, username, password, hash, age, created_at) values ($1, $2, $3, $4, $5, $6) returning id',
      [domain, user.username, passwords[index], randomBytes(16).toString('hex'), user.age, now],
    );
    if (user.username === 'ada') await fillTokens(database, domain, row!.id);
    if (user.username === 'grace') await fillVoucher(database, domain, row!.id);
    if (user.owns) await fillPurchases(database, domain, row!.id, now);
    if (user.subscribed) await fillSubscription(database, domain, row!.id, now);
  }
}

async function fillTokens(database: Database, domain: string, user: string): Promise<void> {
  for (const { provider, token } of demoTokens) {
    await database.query('insert into login_tokens (domain, provider, token, user_id) values ($1, $2, $3, $4)', [domain, provider, token, user]);
  }
}

async function fillVoucher(database: Database, domain: string, user: string): Promise<void> {
  await database.query(
    `insert into vouchers (domain, code, operation, user_id, uses_left) values ($1, $2, 'login', $3, 1000)`,
    [domain, demoLoginVoucher, user],
  );
}

/** The two most voted items for pay: one owned, one rented for two days. */
async function fillPurchases(database: Database, domain: string, user: string, now: Date): Promise<void> {
  const items = await database.query<{ gid: string; ppv_minor: number; ownage_minor: number }>(
    'select gid, ppv_minor, ownage_minor from items where pay and not premium_only order by votes desc nulls last, gid limit 2',
  );
  for (const [index, item] of items.entries()) {
    const [operation, amount, until] = index === 0
      ? ['ownage', item.ownage_minor, null]
      : ['ppv', item.ppv_minor, new Date(now.getTime() + 2 * daySeconds * 1000)];
    await database.query(
      `insert into transactions (domain, user_id, operation, gid, state, amount_minor, currency, provider, created_at, finished_at, valid_until)
       values ($1, $2, $3, $4, 'finished', $5, 'EUR', 'demo', $6, $6, $7)`,
      [domain, user, operation, item.gid, amount, now, until],
    );
  }
}

/** A year of the default subscription: it opens all but what is for premium subscribers only. */
async function fillSubscription(database: Database, domain: string, user: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() + 365 * daySeconds * 1000);
  const transaction = await queryOne<{ id: string }>(
    database,
    `insert into transactions (domain, user_id, operation, state, amount_minor, currency, provider, created_at, finished_at, valid_until)
     values ($1, $2, 'subscription', 'finished', 7990, 'EUR', 'demo', $3, $3, $4) returning id`,
    [domain, user, now, until],
  );
  await database.query(
    `insert into subscriptions (domain, user_id, transaction_id, premium, renews, duration_months, paid_monthly, started_at, valid_until)
     values ($1, $2, $3, false, true, 12, false, $4, $5)`,
    [domain, user, transaction!.id, now, until],
  );
}
