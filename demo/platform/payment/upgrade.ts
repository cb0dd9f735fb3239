import type { Call } from '../call.ts';
import { queryOne, type Database } from '../database/database.ts';
import { appendEntry } from '../ledger/append.ts';
import { priceModel } from '../tenants/price-model.ts';
import { Refusal } from '../wire/refusal.ts';
import { monthsOfCharge, type ChargedSubscription } from './charges.ts';
import { requireUser } from './given.ts';
import { notePayment } from './note-payment.ts';
import type { Payment } from './payment-provider.ts';
import { refundPayment } from './refund-payment.ts';
import type { Transaction } from './transaction.ts';

/**
 * Makes the default subscription of the call's user premium for a payment. One that cannot be used
 * any more is given back. One that is pending, or whose provider is silent, is asked for later.
 * Returns the transaction of the subscription, or the refusal: what is written before it must stay.
 */
export async function upgrade(
  call: Call,
  within: Database,
  payment: Payment | undefined,
  reference = payment?.reference ?? '',
): Promise<string | Refusal> {
  const user = requireUser(call);
  await within.query('select id from users where id = $1 for update', [user]);
  const found = await findDefault(call, within, user, reference);
  if (found instanceof Refusal) return giveBackUpgrade(call, within, payment, reference, found);
  const { subscription, isDone } = found;
  if (isDone) return subscription.transaction_id;
  if (payment?.outcome === 'declined') return unconfirmed(payment);
  const wrong =
    payment && (await checkPayment(within, payment, [subscription.transaction_id, user]));
  if (wrong) return giveBackUpgrade(call, within, payment, reference, wrong);
  if (!isDecided(payment)) {
    await notePayment(within, { id: subscription.transaction_id }, reference, call.now());
    return unconfirmed(payment);
  }
  await makePremium(call, within, subscription, payment);
  return subscription.transaction_id;
}

/**
 * The subscription to upgrade; `isDone` when this very payment did it already. 404 without one, 409
 * when it is premium.
 */
async function findDefault(
  call: Call,
  database: Database,
  user: string,
  reference: string,
): Promise<{ subscription: ChargedSubscription; isDone: boolean } | Refusal> {
  const running = await database.query<ChargedSubscription>(
    `select * from subscriptions where domain = $1 and user_id = $2 and not external and valid_until > $3 order by premium, started_at, id`,
    [call.domain.id, user, call.now()],
  );
  const upgraded = await queryOne<{ transaction_id: string }>(
    database,
    `select transaction_id from ledger where domain = $1 and user_id = $2 and kind = 'upgraded' and reference = $3`,
    [call.domain.id, user, reference],
  );
  const done = upgraded && running.find((one) => one.transaction_id === upgraded.transaction_id);
  const [first] = running;
  if (done) return { subscription: done, isDone: true };
  if (!first) return new Refusal(404, 'this user has no subscription that could be upgraded');
  if (first.premium) return new Refusal(409, 'the subscription of this user is premium already');
  return { subscription: first, isDone: false };
}

/** Whether the provider has said what became of a payment. */
const isDecided = (payment: Payment | undefined): payment is Payment =>
  payment !== undefined && payment.outcome !== 'pending';

const unconfirmed = (payment: Payment | undefined): Refusal =>
  new Refusal(
    402,
    `the additional payment is not confirmed by the provider${payment ? `: it is ${payment.outcome}` : ''}`,
  );

/**
 * Refuses a payment that does not name the subscription's transaction or its user, as it was asked
 * for, or that was used before.
 */
async function checkPayment(
  within: Database,
  payment: Payment,
  subjects: readonly string[],
): Promise<Refusal | undefined> {
  const wrong = wrongPart(payment, subjects);
  if (wrong) return new Refusal(402, `the additional payment is for another ${wrong}`);
  return (await isUsed(within, payment.reference))
    ? new Refusal(402, 'the additional payment was used already')
    : undefined;
}

/** What a payment says that is not asked for an upgrade; nothing where it is one. */
function wrongPart(payment: Payment, subjects: readonly string[]): string | undefined {
  const checks: readonly (readonly [name: string, isWrong: boolean])[] = [
    ['user', !subjects.includes(payment.subject.replace(/-upgrade$/, ''))],
    ['amount', payment.amountMinor !== priceModel.upgrade.price],
    ['currency', payment.currency !== priceModel.currency],
  ];
  return checks.find(([, isWrong]) => isWrong)?.[0];
}

async function isUsed(within: Database, reference: string): Promise<boolean> {
  const used = await queryOne(
    within,
    `select id from ledger where reference = $1 and kind in ('paid', 'authorised', 'upgraded') and provider not in ('io', 'go', 'am')`,
    [reference],
  );
  return used !== undefined;
}

/**
 * Gives back the payment of an upgrade that cannot be made: the subscription has ended meanwhile,
 * or another payment has made it premium. Says so in the refusal. One that is pending, or whose
 * provider is silent, is asked for later.
 */
async function giveBackUpgrade(
  call: Call,
  within: Database,
  payment: Payment | undefined,
  reference: string,
  refusal: Refusal,
): Promise<Refusal> {
  const user = requireUser(call);
  if (payment?.outcome === 'declined' || (await isUsed(within, reference))) return refusal;
  const subscribed = await within.query<Transaction>(
    `select * from transactions where domain = $1 and user_id = $2 and operation = 'subscription' and state = 'finished' order by finished_at desc, id`,
    [call.domain.id, user],
  );
  const transaction = subscribed.find(({ id }) => !payment || !wrongPart(payment, [id, user]));
  if (!transaction) return refusal;
  if (!isDecided(payment)) {
    await notePayment(within, transaction, reference, call.now());
    return refusal;
  }
  await refundPayment(within, transaction, payment, {
    at: call.now(),
    note: 'for a finished transaction',
  });
  return new Refusal(refusal.status, `${refusal.hint}: the payment is given back`);
}

async function makePremium(
  call: Call,
  within: Database,
  subscription: ChargedSubscription,
  { reference, merchant }: Payment,
): Promise<void> {
  const more = priceModel.upgrade.price * monthsOfCharge(subscription);
  await within.query(
    'update subscriptions set premium = true, charge_minor = charge_minor + $2 where id = $1',
    [subscription.id, more],
  );
  const transaction = await queryOne<Transaction>(
    within,
    'select * from transactions where id = $1',
    [subscription.transaction_id],
  );
  await appendEntry(within, transaction!, {
    kind: 'upgraded',
    at: call.now(),
    amountMinor: priceModel.upgrade.price,
    reference,
    merchant,
  });
}
