import { numberOf, textOf, type Call } from '../call.ts';
import { queryOne } from '../database/database.ts';
import { appendEntry } from '../ledger/append.ts';
import type { Answer } from '../wire/envelope.ts';
import { wireId } from '../wire/json.ts';
import { Refusal } from '../wire/refusal.ts';
import { bySubscription } from './entitlements.ts';
import { refuseField, requireUser } from './given.ts';
import { registerSale } from './register-sale.ts';
import { readSale, type Sale } from './sale.ts';
import { whyNoSecondSale, type Bought } from './second-sale.ts';
import type { Transaction } from './transaction.ts';

/**
 * Words that stand for ways to pay which are not prepared: app stores, and what the platform
 * registers itself.
 */
const notPrepared: readonly string[] = ['io', 'go', 'am', bySubscription, 'external'];

/** What is kept where no provider was named yet. */
const unnamed = 'unnamed';

/** No trial phase lasts longer than about a quarter of a year. */
const maxTrialDays = 92;

/**
 * Registers at the payment provider what a user is about to pay for, and writes it down. Nothing is
 * granted by it, and any number may stand open.
 */
export async function prepareTransaction(call: Call): Promise<Answer> {
  const user = requireUser(call);
  const provider = textOf(call, 'provider') ?? unnamed;
  if (notPrepared.includes(provider)) {
    refuseField('provider', 'a payment provider: this one is not paid by prepare and finish');
  }
  const sale = await readSale(call);
  const captureOn = readCapture(call, sale);
  await refuseSecondSale(call, user, sale, captureOn);
  const id = await newTransactionId(call);
  await registerSale(call, id, sale);
  const transaction = await insertTransaction(call, user, sale, { id, provider, captureOn });
  return {
    result: { general: { transactionID: wireId(transaction.id), state: transaction.state } },
  };
}

async function newTransactionId({ database }: Call): Promise<string> {
  const made = await queryOne<{ id: string }>(database, 'select new_transaction_id() as id');
  return made!.id;
}

/** When a payment for a trial phase is captured; 0 means at once, as left out does. */
function readCapture(call: Call, { operation }: Sale): Date | null {
  const seconds = numberOf(call, 'capturePaymentOn') ?? 0;
  if (seconds === 0) return null;
  const [at, now] = [new Date(seconds * 1000), call.now()];
  if (operation === 'deposit') refuseField('capturePaymentOn', 'left out for a deposit');
  if (at <= now || at.getTime() - now.getTime() > maxTrialDays * 86_400_000) {
    refuseField('capturePaymentOn', `in the future, by at most ${maxTrialDays} days`);
  }
  return at;
}

async function refuseSecondSale(
  call: Call,
  user: string,
  { operation, item, terms }: Sale,
  captureOn: Date | null,
): Promise<void> {
  const bought: Bought = {
    domain: call.domain.id,
    user_id: user,
    operation,
    gid: item?.gid ?? null,
    premium: terms?.premium ?? false,
    duration_months: terms?.offer.duration ?? null,
    capture_on: captureOn,
  };
  const why = await whyNoSecondSale(call.database, bought, call.now());
  if (why) throw new Refusal(409, why);
}

async function insertTransaction(
  call: Call,
  user: string,
  { operation, item, amountMinor, currency, terms }: Sale,
  {
    id,
    provider,
    captureOn,
  }: { readonly id: string; readonly provider: string; readonly captureOn: Date | null },
): Promise<Transaction> {
  const at = call.now();
  return call.database.transaction(async (within) => {
    const transaction = await queryOne<Transaction>(
      within,
      `insert into transactions (domain, user_id, operation, gid, state, amount_minor, currency, provider, payment_type, reference, affiliate,
         duration_months, premium, renews, renewable, paid_monthly, capture_on, created_at, id)
       values ($1, $2, $3, $4, 'prepared', $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning *`,
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
        id,
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
