import { numberOf, textOf } from '../call.ts';
import type { Call } from '../call.ts';
import { queryOne } from '../database/database.ts';
import { appendEntry } from '../ledger/append.ts';
import type { Answer } from '../wire/envelope.ts';
import { wireId } from '../wire/json.ts';
import { Refusal } from '../wire/refusal.ts';
import { bySubscription } from './entitlements.ts';
import { refuseField, requireUser } from './given.ts';
import { readSale } from './sale.ts';
import type { Sale } from './sale.ts';
import { settleDue } from './settle-due.ts';
import type { Transaction } from './transaction.ts';

/**
 * Words that stand for ways to pay which are not prepared: app stores, and what the platform
 * registers itself.
 */
const notPrepared: readonly string[] = ['io', 'go', 'am', bySubscription, 'external'];

/** What is kept where no provider was named yet. */
const unnamed = 'unnamed';

/** No trial phase lasts longer than about a quarter of a year. */
const longestTrialDays = 92;

/**
 * Writes down what a user is about to pay for. Nothing is granted by it, and any number may stand
 * open.
 */
export async function prepareTransaction(call: Call): Promise<Answer> {
  const user = requireUser(call);
  const provider = textOf(call, 'provider') ?? unnamed;
  if (notPrepared.includes(provider)) {
    refuseField('provider', 'a payment provider: this one is not paid by prepare and finish');
  }
  const sale = await readSale(call);
  const captureOn = readCapture(call, sale);
  if (sale.terms) await refuseSecondSubscription(call, user, sale.terms);
  const transaction = await insertTransaction(call, user, sale, provider, captureOn);
  return {
    result: { general: { transactionID: wireId(transaction.id), state: transaction.state } },
  };
}

/** When a payment for a trial phase is captured; 0 means at once, as left out does. */
function readCapture(call: Call, { operation }: Sale): Date | null {
  const seconds = numberOf(call, 'capturePaymentOn') ?? 0;
  if (seconds === 0) return null;
  const [at, now] = [new Date(seconds * 1000), call.now()];
  if (operation === 'deposit') refuseField('capturePaymentOn', 'left out for a deposit');
  if (at <= now || at.getTime() - now.getTime() > longestTrialDays * 86_400_000) {
    refuseField('capturePaymentOn', `in the future, by at most ${longestTrialDays} days`);
  }
  return at;
}

/**
 * Who subscribes already and is charged again by itself would pay twice; and what may not be
 * renewed is sold once.
 */
async function refuseSecondSubscription(
  call: Call,
  user: string,
  { premium, offer }: NonNullable<Sale['terms']>,
): Promise<void> {
  await settleDue(call.database, call.domain.id, user, call.now());
  const running = await queryOne(
    call.database,
    'select id from subscriptions where domain = $1 and user_id = $2 and valid_until > $3 and renews and (premium or not $4)',
    [call.domain.id, user, call.now(), premium],
  );
  if (running) {
    throw new Refusal(409, 'this user has such a subscription, and it extends by itself');
  }
  const last = await queryOne<{ renewable: boolean }>(
    call.database,
    `select renewable from transactions
     where domain = $1 and user_id = $2 and operation = 'subscription' and state = 'finished' and premium = $3 and duration_months = $4 order by finished_at desc, id desc limit 1`,
    [call.domain.id, user, premium, offer.duration],
  );
  if (last?.renewable === false) {
    throw new Refusal(409, 'this user had such a subscription, and it cannot be renewed');
  }
}

async function insertTransaction(
  call: Call,
  user: string,
  { operation, item, amountMinor, currency, terms }: Sale,
  provider: string,
  captureOn: Date | null,
): Promise<Transaction> {
  const at = call.now();
  return call.database.transaction(async (within) => {
    const transaction = await queryOne<Transaction>(
      within,
      `insert into transactions (domain, user_id, operation, gid, state, amount_minor, currency, provider, payment_type, reference, affiliate,
         duration_months, premium, renews, renewable, paid_monthly, capture_on, created_at)
       values ($1, $2, $3, $4, 'prepared', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) returning *`,
      [
        call.domain.id,
        user,
        operation,
        item?.gid ?? null,
        amountMinor,
        currency,
        provider,
        textOf(call, 'paymentType') ?? null,
        textOf(call, 'reference') ?? null,
        textOf(call, 'affiliateParam') ?? null,
        terms?.offer.duration ?? null,
        terms?.premium ?? false,
        terms?.renews ?? false,
        terms?.renewable ?? true,
        terms ? terms.offer.paidMonthly === 1 : false,
        captureOn,
        at,
      ],
    );
    await appendEntry(within, transaction!, {
      kind: 'prepared',
      at,
      amountMinor,
      reference: transaction!.reference,
    });
    return transaction!;
  });
}
