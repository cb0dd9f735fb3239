import { isSet, numberOf, textOf, type Call } from '../call.ts';
import { premiumOffer } from '../tenants/price-model.ts';
import { Refusal } from '../wire/refusal.ts';
import { refuseField } from './given.ts';
import type { Payment } from './payment-provider.ts';
import type { Transaction } from './transaction.ts';

/** What is to be paid for a transaction in the end. */
export interface Due {
  readonly amountMinor: number;
  readonly premium: boolean;
}

/**
 * What a finish asks to pay: what was prepared; the premium price, where the buyer changed to
 * premium while paying.
 * @throws {Refusal} 400 when there is no such premium offer, or `finalPayment` says something else.
 */
export function readDue(call: Call, transaction: Transaction): Due {
  const due = isSet(call, 'isLatePremium')
    ? latePremium(transaction)
    : { amountMinor: Number(transaction.amount_minor), premium: transaction.premium };
  const final = numberOf(call, 'finalPayment');
  if (final !== undefined && final !== due.amountMinor) {
    refuseField('finalPayment', `${due.amountMinor}: that is what is to be paid`);
  }
  return due;
}

function latePremium({
  operation,
  premium,
  amount_minor,
  duration_months,
  paid_monthly,
}: Transaction): Due {
  if (operation !== 'subscription') {
    refuseField('isLatePremium', '0: only a subscription becomes premium');
  }
  if (premium) return { amountMinor: Number(amount_minor), premium };
  const offer = premiumOffer(duration_months, paid_monthly);
  return offer
    ? { amountMinor: offer.price, premium: true }
    : refuseField('isLatePremium', '0: there is no premium subscription of this duration');
}

/**
 * What a payment is for, by its amount: what was prepared, or premium where the buyer may change to
 * it while paying. The provider knows what the buyer chose, whatever a finish says. Nothing for any
 * other amount.
 */
function dueOfAmount(amountMinor: number, transaction: Transaction): Due | undefined {
  const { operation, amount_minor, premium, duration_months, paid_monthly } = transaction;
  if (amountMinor === Number(amount_minor)) return { amountMinor, premium };
  const offer =
    operation === 'subscription' ? premiumOffer(duration_months, paid_monthly) : undefined;
  return amountMinor === offer?.price ? { amountMinor, premium: true } : undefined;
}

/** What a payment is for; what the call asks to pay while the provider has not answered. */
export function dueOfPayment(
  payment: Payment | UnansweredPayment | undefined,
  transaction: Transaction,
  due: Due,
): Due {
  if (!payment || !('amountMinor' in payment)) return due;
  return dueOfAmount(payment.amountMinor, transaction) ?? due;
}

/** Whether a payment is one that was asked for: of the transaction, and of one of its amounts. */
export function isAskedPayment(payment: Payment, transaction: Transaction): boolean {
  return (
    payment.subject === transaction.id &&
    payment.currency === transaction.currency &&
    dueOfAmount(payment.amountMinor, transaction) !== undefined
  );
}

/** What is known of a payment while its provider does not answer. */
export interface UnansweredPayment {
  readonly outcome: 'pending' | 'declined';
  readonly reference: string;
}

/**
 * What the provider says about the payment of a transaction, by the token of the call, or asked by
 * itself while it is pending. Nothing when there is nothing to pay.
 * @throws {Refusal} 400 without a token, 402 with one that is not of this transaction; neither
 *   changes the transaction.
 */
export async function confirmPayment(
  call: Call,
  transaction: Transaction,
  due: Due,
): Promise<Payment | UnansweredPayment | undefined> {
  if (due.amountMinor === 0) return undefined;
  const token = textOf(call, 'token');
  const payment = token ? await call.payments.readPayment(token, call.now()) : undefined;
  if (payment) checkPayment(call, payment, transaction);
  if (payment && payment.outcome !== 'pending') return payment;
  const reference =
    payment?.reference ?? (transaction.state === 'pending' ? transaction.reference : null);
  if (!reference) refuseField('token', 'given: there is something to pay');
  const asked = await call.payments.askPayment(reference, call.now());
  if (!asked) return { outcome: withoutAnswer(transaction, reference), reference };
  checkPayment(call, asked, transaction);
  return asked;
}

/** Who does not answer has not confirmed; a payment that was declined before stays so. */
function withoutAnswer(transaction: Transaction, reference: string): 'pending' | 'declined' {
  return transaction.state === 'declined' && transaction.reference === reference
    ? 'declined'
    : 'pending';
}

function checkPayment(call: Call, payment: Payment, transaction: Transaction): void {
  const { id, state, currency, reference } = transaction;
  // Once the provider has spoken, the reference kept is that of an earlier attempt, and the next
  // one has its own.
  const given = textOf(call, 'reference') ?? (state === 'prepared' ? reference : null);
  const checks: readonly (readonly [name: string, isWrong: boolean])[] = [
    ['transaction', payment.subject !== id],
    ['amount', !dueOfAmount(payment.amountMinor, transaction)],
    ['currency', payment.currency !== currency],
    ['reference', given !== null && payment.reference !== given],
  ];
  const [wrong] = checks.find(([, isWrong]) => isWrong) ?? [];
  if (wrong) throw new Refusal(402, `the token does not verify: it is for another ${wrong}`);
}
