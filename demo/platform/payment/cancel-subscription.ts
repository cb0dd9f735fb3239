import { isSet, textOf, type Call } from '../call.ts';
import { queryOne, type Database } from '../database/database.ts';
import { appendEntry } from '../ledger/append.ts';
import { heldOfTransaction } from '../ledger/held.ts';
import type { Answer } from '../wire/envelope.ts';
import { wireId } from '../wire/json.ts';
import { Refusal } from '../wire/refusal.ts';
import { nextChargeWithoutRenewal, type ChargedSubscription } from './charges.ts';
import { isAskedPayment } from './confirm-payment.ts';
import { notePayment } from './note-payment.ts';
import type { Payment } from './payment-provider.ts';
import { refundPayment } from './refund-payment.ts';
import { settleDue } from './settle-due.ts';
import { readTerms } from './subscription-answer.ts';
import { findTransaction, lockTransaction, type Transaction } from './transaction.ts';
import { wireMoment } from './wire-moment.ts';

/**
 * Keeps a subscription from extending, or deletes a transaction that failed. This platform writes
 * no e-mail, whatever `skipEmail` says.
 */
export async function cancelSubscription(call: Call): Promise<Answer> {
  const found = await findTransaction(call);
  return isSet(call, 'cancelTransaction')
    ? deleteTransaction(call, found)
    : stopRenewal(call, found);
}

const answer = async (
  database: Database,
  { id }: Transaction,
  state: 'ending' | 'deleted',
  until: Date | null,
): Promise<Answer> => ({
  result: {
    general: {
      transactionID: wireId(id),
      state,
      validUntil: wireMoment(until),
      ...(await readTerms(database, { id })),
    },
  },
});

async function stopRenewal(call: Call, found: Transaction): Promise<Answer> {
  await settleDue(call.database, call.domain.id, found.user_id, call.now());
  return call.database.transaction(async (within) => {
    const transaction = await lockTransaction(within, found);
    const subscription = await queryOne<ChargedSubscription & { terminated_at: Date | null }>(
      within,
      'select * from subscriptions where transaction_id = $1',
      [transaction.id],
    );
    if (
      !subscription &&
      transaction.operation === 'subscription' &&
      transaction.state !== 'deleted'
    ) {
      throw new Refusal(409, 'the transaction is not finished: there is no subscription yet');
    }
    if (!subscription) {
      throw new Refusal(404, `there is no subscription of the transaction ${transaction.id}`);
    }
    if (!subscription.terminated_at) await endSubscription(call, within, transaction, subscription);
    return answer(within, transaction, 'ending', subscription.valid_until);
  });
}

/**
 * What runs stays until its end. A payment that is held ready for the end of a trial phase will not
 * be captured.
 */
async function endSubscription(
  call: Call,
  within: Database,
  transaction: Transaction,
  subscription: ChargedSubscription,
): Promise<void> {
  const at = call.now();
  await within.query(
    'update subscriptions set renews = false, terminated_at = $2, termination_reason = $3, next_charge_at = $4 where id = $1',
    [
      subscription.id,
      at,
      textOf(call, 'reasonText') ?? null,
      nextChargeWithoutRenewal(subscription),
    ],
  );
  await appendEntry(within, transaction, {
    kind: 'cancelled',
    at,
    ...(isSet(call, 'skipEmail') && { note: 'without an e-mail' }),
  });
  const heldMinor = await heldOfTransaction(within, transaction.id);
  if (heldMinor > 0n) {
    await within.query('update transactions set released_at = $2 where id = $1', [
      transaction.id,
      at,
    ]);
    await appendEntry(within, transaction, {
      kind: 'released',
      at,
      amountMinor: heldMinor,
      reference: transaction.reference,
    });
  }
}

async function deleteTransaction(call: Call, found: Transaction): Promise<Answer> {
  // Who knows of a payment is asked: one that was approved has to be given back, one that is under
  // way must not be lost sight of.
  const asked = found.reference
    ? await call.payments.askPayment(found.reference, call.now())
    : undefined;
  // The viewer chose the reference. What was paid for something else is not given back here.
  const payment = asked && isAskedPayment(asked, found) ? asked : undefined;
  return call.database.transaction(async (within) => {
    const transaction = await lockTransaction(within, found);
    if (transaction.state === 'deleted') return answer(within, transaction, 'deleted', null);
    refuseUndecided(transaction, payment);
    const at = call.now();
    await within.query(`update transactions set state = 'deleted' where id = $1`, [transaction.id]);
    await appendEntry(within, transaction, {
      kind: 'deleted',
      at,
      note: textOf(call, 'reasonText') ?? '',
    });
    if (payment?.outcome === 'approved') {
      await refundPayment(within, transaction, payment, { at, note: 'for a deleted transaction' });
    } else if (transaction.reference && !asked) {
      await notePayment(within, transaction, transaction.reference, at);
    }
    return answer(within, transaction, 'deleted', null);
  });
}

function refuseUndecided({ state }: Transaction, payment: Payment | undefined): void {
  if (state === 'finished') {
    throw new Refusal(409, 'the transaction was processed: it can only be kept from extending');
  }
  const isUndecided = payment ? payment.outcome === 'pending' : state === 'pending';
  if (isUndecided) throw new Refusal(409, 'the provider has not decided about the payment yet');
}
