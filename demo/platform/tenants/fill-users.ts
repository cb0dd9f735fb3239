import { randomBytes } from 'node:crypto';
import { queryOne, type Database } from '../database/database.ts';
import { appendEntry, type Subject } from '../ledger/append.ts';
import { addMonths } from '../payment/months.ts';
import { demoLoginVoucher, demoTokens, demoUsers } from './demo-users.ts';
import { hashPassword } from './password.ts';
import { priceModel } from './price-model.ts';

const daySeconds = 86_400;

/** Hashing takes its time by design; the demo passwords are hashed once a process. */
let hashes: Promise<string[]> | undefined;

/**
 * Gives a domain its demo users with their tokens, one with two bought items, one with a
 * subscription.
 */
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
    await database.query(
      'insert into login_tokens (domain, provider, token, user_id) values ($1, $2, $3, $4)',
      [domain, provider, token, user],
    );
  }
}

async function fillVoucher(database: Database, domain: string, user: string): Promise<void> {
  await database.query(
    `insert into vouchers (domain, code, operation, user_id, uses_left) values ($1, $2, 'login', $3, 1000)`,
    [domain, demoLoginVoucher, user],
  );
}

/**
 * The two most voted items for pay: one owned, one rented for two days. None of a catalogue file:
 * its items are for sale to every user.
 */
async function fillPurchases(
  database: Database,
  domain: string,
  user: string,
  now: Date,
): Promise<void> {
  const items = await database.query<{ gid: string; ppv_minor: number; ownage_minor: number }>(
    'select gid, ppv_minor, ownage_minor from items where pay and not premium_only and not exists (select 1 from catalogue_sources) order by votes desc nulls last, gid limit 2',
  );
  for (const [index, item] of items.entries()) {
    const [operation, amount, until] =
      index === 0
        ? ['ownage', item.ownage_minor, null]
        : ['ppv', item.ppv_minor, new Date(now.getTime() + 2 * daySeconds * 1000)];
    const transaction = await queryOne<Subject>(
      database,
      `insert into transactions (domain, user_id, operation, gid, state, amount_minor, paid_minor, currency, provider, created_at, finished_at, captured_at, valid_until)
       values ($1, $2, $3, $4, 'finished', $5, $5, $8, 'demo', $6, $6, $6, $7) returning *`,
      [domain, user, operation, item.gid, amount, now, until, priceModel.currency],
    );
    await recordSale(database, transaction!, amount, now);
  }
}

/**
 * A year of the default subscription, paid at once: it opens all but what is for premium
 * subscribers only.
 */
async function fillSubscription(
  database: Database,
  domain: string,
  user: string,
  now: Date,
): Promise<void> {
  const { duration, price } = priceModel.subscriptions.find(
    (offer) => offer.duration === 12 && !offer.isPremium && !offer.paidMonthly,
  )!;
  const until = addMonths(now, duration);
  const transaction = await queryOne<Subject & { id: string }>(
    database,
    `insert into transactions (domain, user_id, operation, state, amount_minor, paid_minor, currency, provider, duration_months, renews, paid_monthly,
       created_at, finished_at, captured_at, valid_until)
     values ($1, $2, 'subscription', 'finished', $3, $3, $4, 'demo', $5, true, false, $6, $6, $6, $7) returning *`,
    [domain, user, price, priceModel.currency, duration, now, until],
  );
  await database.query(
    `insert into subscriptions (domain, user_id, transaction_id, premium, renews, duration_months, paid_monthly, started_at, valid_until, term_from,
       charges, charge_minor, currency, next_charge_at)
     values ($1, $2, $3, false, true, $4, false, $5, $6, $5, 1, $7, $8, $6)`,
    [domain, user, transaction!.id, duration, now, until, price, priceModel.currency],
  );
  await recordSale(database, transaction!, price, now);
}

async function recordSale(
  database: Database,
  transaction: Subject,
  amountMinor: number,
  at: Date,
): Promise<void> {
  for (const kind of ['prepared', 'paid', 'finished'] as const) {
    await appendEntry(database, transaction, {
      kind,
      at,
      amountMinor,
      note: 'there from the start',
    });
  }
}
