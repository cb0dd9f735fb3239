import { numberOf, type Call } from '../call.ts';
import { queryOne, type Database } from '../database/database.ts';
import { appendEntry } from '../ledger/append.ts';
import type { Answer } from '../wire/envelope.ts';
import { Refusal } from '../wire/refusal.ts';
import { givenText, requireUser } from './given.ts';
import { grant } from './grant.ts';
import { readReceipt, type Receipt } from './receipt.ts';
import { readSale, type Sale } from './sale.ts';
import { subscriptionAnswer } from './subscription-answer.ts';
import type { Transaction } from './transaction.ts';

/**
 * Registers what was bought in an app store, by its receipt, which counts once: again for the same
 * user it says the same. A subscription is one month of the store's, which sends a further receipt
 * for each further one.
 */
export async function verifyInAppTransaction(call: Call): Promise<Answer> {
  const user = requireUser(call);
  const [store, text] = [givenText(call, 'provider'), givenText(call, 'receipt')];
  const receipt = await readReceipt(call, store, text);
  const earlier = await findPurchase(call.database, store, receipt.purchaseId);
  if (earlier) return answerAgain(call, earlier, user);
  const sale = await readSale(call, 'isPremium');
  receipt.check(sale);
  const finished = await call.database.transaction(async (within) => {
    // Two calls with one receipt: the second waits for the first, and finds what it did.
    await within.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `${store} ${receipt.purchaseId}`,
    ]);
    return (
      (await findPurchase(within, store, receipt.purchaseId)) ??
      register(call, within, sale, { user, store, receipt })
    );
  });
  return answerAgain(call, finished, user);
}

function findPurchase(
  database: Database,
  store: string,
  purchaseId: string,
): Promise<Transaction | undefined> {
  return queryOne<Transaction>(
    database,
    'select * from transactions where provider = $1 and reference = $2',
    [store, purchaseId],
  );
}

function answerAgain(call: Call, transaction: Transaction, user: string): Promise<Answer> {
  if (transaction.user_id !== user || transaction.domain !== call.domain.id) {
    throw new Refusal(409, 'the receipt was used by another user');
  }
  return subscriptionAnswer(call.database, transaction);
}

async function register(
  call: Call,
  within: Database,
  sale: Sale,
  bought: { user: string; store: string; receipt: Receipt },
): Promise<Transaction> {
  const { operation, item, amountMinor, currency, terms } = sale;
  const { user, store, receipt } = bought;
  const [at, { purchaseId, merchant }] = [call.now(), receipt];
  await within.query('select id from users where id = $1 for update', [user]);
  const transaction = await queryOne<Transaction>(
    within,
    `insert into transactions (domain, user_id, operation, gid, state, amount_minor, paid_minor, currency, provider, reference, duration_months, premium,
       paid_monthly, external_reference, created_at, captured_at)
     values ($1, $2, $3, $4, 'prepared', $5, $5, $6, $7, $8, $9, $10, true, $11, $12, $12) returning *`,
    [
      call.domain.id,
      user,
      operation,
      item?.gid ?? null,
      amountMinor,
      currency,
      store,
      purchaseId,
      terms?.offer.duration ?? null,
      terms?.premium ?? false,
      numberOf(call, 'amount_original')?.toString() ?? null,
      at,
    ],
  );
  await appendEntry(within, transaction!, {
    kind: 'paid',
    at,
    amountMinor,
    reference: purchaseId,
    merchant,
  });
  await appendEntry(within, transaction!, {
    kind: 'finished',
    at,
    amountMinor,
    reference: purchaseId,
  });
  const until = await grant(within, transaction!, amountMinor, at);
  const [finished] = await within.query<Transaction>(
    `update transactions set state = 'finished', finished_at = $2, valid_until = $3 where id = $1 returning *`,
    [transaction!.id, at, until],
  );
  return finished!;
}
