import type { Database } from '../database/database.ts';
import { appendEntry, type Subject } from '../ledger/append.ts';
import { chargesUntil, type ChargedSubscription } from './charges.ts';
import type { Transaction } from './transaction.ts';

type Due = ChargedSubscription & { readonly transaction: PaidTransaction };
type PaidTransaction = Subject & { readonly id: string; readonly paid_minor: string };

const dueCharges = 'domain = $1 and ($2::int8 is null or user_id = $2) and next_charge_at <= $3';
const dueCaptures = `domain = $1 and ($2::int8 is null or user_id = $2) and capture_on <= $3
  and state = 'finished' and operation <> 'subscription' and captured_at is null and released_at is null`;

/**
 * Charges what has come due until a moment: payments after a trial phase, instalments, renewals,
 * each on record at the time when it was due. Nothing runs by itself here, so this is asked before
 * anything is read that depends on it. `user` null: of all users.
 */
export async function settleDue(
  database: Database,
  domain: string,
  user: string | null,
  now: Date,
): Promise<void> {
  const parameters = [domain, user, now];
  const due = await database.query(
    `select 1 as one from subscriptions where ${dueCharges} union all select 1 from transactions where ${dueCaptures} limit 1`,
    parameters,
  );
  if (due.length === 0) return;
  await database.transaction(async (within) => {
    // Whoever came second finds nothing left to do.
    await within.query(
      'select id from users where domain = $1 and ($2::int8 is null or id = $2) order by id for update',
      [domain, user],
    );
    for (const subscription of await readDue(within, parameters)) {
      await chargeSubscription(within, subscription, now);
    }
    for (const transaction of await within.query<Transaction & { paid_minor: string }>(
      `select * from transactions where ${dueCaptures} order by capture_on, id`,
      parameters,
    )) {
      await within.query('update transactions set captured_at = capture_on where id = $1', [
        transaction.id,
      ]);
      await appendEntry(within, transaction, {
        kind: 'captured',
        at: transaction.capture_on!,
        amountMinor: BigInt(transaction.paid_minor),
        reference: transaction.reference,
      });
    }
  });
}

async function readDue(within: Database, parameters: readonly unknown[]): Promise<Due[]> {
  const subscriptions = await within.query<ChargedSubscription>(
    `select * from subscriptions where ${dueCharges} order by next_charge_at, id`,
    parameters,
  );
  const transactions = await within.query<PaidTransaction>(
    'select * from transactions where id = any($1::int8[])',
    [subscriptions.map((one) => one.transaction_id)],
  );
  const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  return subscriptions.map((subscription) => ({
    ...subscription,
    transaction: byId.get(subscription.transaction_id)!,
  }));
}

async function chargeSubscription(within: Database, subscription: Due, now: Date): Promise<void> {
  const { due, progress } = chargesUntil(subscription, now);
  for (const { kind, at } of due) {
    if (kind === 'captured') {
      await within.query('update transactions set captured_at = $2 where id = $1', [
        subscription.transaction_id,
        at,
      ]);
    }
    // What was approved is captured, even if an upgrade has made the next charges larger since.
    const minor =
      kind === 'captured' ? subscription.transaction.paid_minor : subscription.charge_minor;
    await appendEntry(within, subscription.transaction, { kind, at, amountMinor: BigInt(minor) });
  }
  await within.query(
    'update subscriptions set valid_until = $2, charges = $3, next_charge_at = $4 where id = $1',
    [subscription.id, progress.valid_until, progress.charges, progress.next_charge_at],
  );
  await within.query('update transactions set valid_until = $2 where id = $1', [
    subscription.transaction_id,
    progress.valid_until,
  ]);
}
