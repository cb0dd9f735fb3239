import { isSet, type Call } from '../call.ts';
import { queryOne, type Database } from '../database/database.ts';
import { appendEntry } from '../ledger/append.ts';
import { priceModel } from '../tenants/price-model.ts';
import type { Answer } from '../wire/envelope.ts';
import { givenNumber, refuseField, requireUser } from './given.ts';
import { subscriptionAnswer } from './subscription-answer.ts';
import type { Transaction } from './transaction.ts';

/**
 * Notes what an outside operator says of a user's subscription; a later word on one that still runs
 * replaces the earlier.
 */
export async function addExternalSubscription(call: Call): Promise<Answer> {
  const user = requireUser(call);
  const until = new Date(givenNumber(call, 'validUntil') * 1000);
  if (until <= call.now()) refuseField('validUntil', 'in the future');
  const transaction = await call.database.transaction(async (within) => {
    await within.query('select id from users where id = $1 for update', [user]);
    return (await replaceRunning(call, within, user, until)) ?? insert(call, within, user, until);
  });
  return subscriptionAnswer(call.database, transaction);
}

async function replaceRunning(
  call: Call,
  within: Database,
  user: string,
  until: Date,
): Promise<Transaction | undefined> {
  const [at, premium] = [call.now(), isSet(call, 'isPremium')];
  const running = await queryOne<{ id: string; transaction_id: string }>(
    within,
    'select id, transaction_id from subscriptions where domain = $1 and user_id = $2 and external and valid_until > $3 order by id limit 1',
    [call.domain.id, user, at],
  );
  if (!running) return undefined;
  await within.query('update subscriptions set valid_until = $2, premium = $3 where id = $1', [
    running.id,
    until,
    premium,
  ]);
  const transaction = await queryOne<Transaction>(
    within,
    'update transactions set valid_until = $2, premium = $3 where id = $1 returning *',
    [running.transaction_id, until, premium],
  );
  await appendEntry(within, transaction!, {
    kind: 'granted',
    at,
    note: `external until ${until.toISOString()}`,
  });
  return transaction;
}

async function insert(
  call: Call,
  within: Database,
  user: string,
  until: Date,
): Promise<Transaction> {
  const [domain, at, premium] = [call.domain.id, call.now(), isSet(call, 'isPremium')];
  const transaction = await queryOne<Transaction>(
    within,
    `insert into transactions (domain, user_id, operation, state, amount_minor, paid_minor, currency, provider, premium, created_at, finished_at, captured_at, valid_until)
     values ($1, $2, 'subscription', 'finished', 0, 0, $3, 'external', $4, $5, $5, $5, $6) returning *`,
    [domain, user, priceModel.currency, premium, at, until],
  );
  await within.query(
    `insert into subscriptions (domain, user_id, transaction_id, premium, external, renews, started_at, valid_until, term_from)
     values ($1, $2, $3, $4, true, false, $5, $6, $5)`,
    [domain, user, transaction!.id, premium, at, until],
  );
  await appendEntry(within, transaction!, {
    kind: 'granted',
    at,
    note: `external until ${until.toISOString()}`,
  });
  return transaction!;
}
