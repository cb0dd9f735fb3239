import { textOf, type Call } from '../call.ts';
import type { Database } from '../database/database.ts';
import { appendEntry } from '../ledger/append.ts';
import type { Answer } from '../wire/envelope.ts';
import { wireId } from '../wire/json.ts';
import { Refusal } from '../wire/refusal.ts';
import { settleAwaited } from './awaited-payments.ts';
import {
  confirmPayment,
  dueOfPayment,
  readDue,
  type Due,
  type UnansweredPayment,
} from './confirm-payment.ts';
import { giveBack } from './give-back.ts';
import { grant } from './grant.ts';
import { notePayment } from './note-payment.ts';
import type { Payment } from './payment-provider.ts';
import { refundFurtherPayment } from './refund-further-payment.ts';
import { refundPayment } from './refund-payment.ts';
import { whyNoSecondSale } from './second-sale.ts';
import { settleDue } from './settle-due.ts';
import { readTerms } from './subscription-answer.ts';
import { findTransaction, lockTransaction, type Transaction } from './transaction.ts';
import { wireMoment } from './wire-moment.ts';

/**
 * Finishes a prepared transaction. The provider's token, or a question to the provider, tells the
 * outcome. A finished transaction stays finished: a further finish answers with
 * `alreadyFinished: 1`, and gives a further payment back.
 */
export async function finishTransaction(call: Call): Promise<Answer> {
  await settleAwaited(call);
  const found = await findTransaction(call);
  if (found.state === 'finished') {
    await refundFurtherPayment(call, found);
    return finishedAnswer(call, await extendAndReload(call, found), true);
  }
  if (found.state === 'deleted' && !textOf(call, 'token')) throw refusalOfDeleted(found);
  const due = readDue(call, found);
  // The provider is asked before the row is locked, because its answer may be slow.
  const payment = await confirmPayment(call, found, due);
  const paid = dueOfPayment(payment, found, due);
  const settled = await call.database.transaction(async (locked) => {
    const transaction = await lockTransaction(locked, found);
    const wasFinished = transaction.state === 'finished';
    return {
      transaction: await recordOutcome(call, locked, transaction, paid, payment),
      wasFinished,
    };
  });
  const { transaction, wasFinished } = settled;
  if (transaction.state === 'deleted') throw refusalOfDeleted(transaction);
  if (transaction.state === 'declined') {
    throw new Refusal(402, 'the payment was declined by the provider');
  }
  if (transaction.state === 'pending') {
    return { result: { general: { transactionID: wireId(transaction.id), state: 'pending' } } };
  }
  return finishedAnswer(call, transaction, wasFinished);
}

function refusalOfDeleted({ id, deleted_because }: Transaction): Refusal {
  return deleted_because
    ? new Refusal(402, `${deleted_because}: the payment is given back`)
    : new Refusal(404, `there is no transaction ${id} of this user`);
}

/** Extends a subscription that is due for its next period, and reads it again. */
async function extendAndReload(call: Call, transaction: Transaction): Promise<Transaction> {
  await settleDue(call.database, call.domain.id, transaction.user_id, call.now());
  return findTransaction(call);
}

async function finishedAnswer(
  { database }: Call,
  { id, valid_until }: Transaction,
  wasFinished: boolean,
): Promise<Answer> {
  return {
    result: {
      general: {
        transactionID: wireId(id),
        state: 'finished',
        validUntil: wireMoment(valid_until),
        ...(await readTerms(database, { id })),
        ...(wasFinished && { alreadyFinished: 1 }),
      },
    },
  };
}

/** Records the outcome of a payment. The result is the same whichever call comes first. */
async function recordOutcome(
  call: Call,
  locked: Database,
  transaction: Transaction,
  due: Due,
  payment: Payment | UnansweredPayment | undefined,
): Promise<Transaction> {
  const at = call.now();
  if (payment?.outcome === 'pending') await notePayment(locked, transaction, payment.reference, at);
  if (transaction.state === 'deleted' || transaction.state === 'finished') {
    const note = `for a ${transaction.state} transaction` as const;
    if (payment?.outcome === 'approved') {
      await refundPayment(locked, transaction, payment, { at, note });
    }
    return transaction;
  }
  const updated = {
    ...transaction,
    premium: due.premium,
    reference: payment?.reference ?? transaction.reference,
  };
  if (payment && payment.outcome !== 'approved') {
    if (payment.outcome === 'declined' && transaction.state !== 'declined') {
      await appendEntry(locked, transaction, {
        kind: 'declined',
        at,
        reference: updated.reference,
      });
    }
    return save(
      call,
      locked,
      { ...updated, premium: transaction.premium, state: payment.outcome },
      null,
    );
  }
  const why = payment && (await whyNoSecondSale(locked, updated, at));
  if (why) return giveBack(locked, updated, payment, { why, at });
  const isCapturedLater = transaction.capture_on !== null && transaction.capture_on > at;
  if (due.amountMinor > 0) {
    await appendEntry(locked, transaction, {
      kind: isCapturedLater ? 'authorised' : 'paid',
      at,
      amountMinor: due.amountMinor,
      reference: updated.reference,
      merchant: payment?.merchant,
    });
  }
  await appendEntry(locked, transaction, {
    kind: 'finished',
    at,
    amountMinor: due.amountMinor,
    reference: updated.reference,
  });
  const valid_until = await grant(locked, updated, due.amountMinor, at);
  return save(
    call,
    locked,
    { ...updated, state: 'finished', valid_until, captured_at: isCapturedLater ? null : at },
    due.amountMinor,
  );
}

async function save(
  call: Call,
  locked: Database,
  transaction: Transaction,
  paidMinor: number | null,
): Promise<Transaction> {
  const isFinished = transaction.state === 'finished';
  const [saved] = await locked.query<Transaction>(
    `update transactions set state = $2, valid_until = $3, premium = $4, reference = $5, paid_minor = $6, finished_at = $7, captured_at = $8,
       payment_type = coalesce(payment_type, $9), external_user = coalesce($10, external_user), external_reference = coalesce($11, external_reference)
     where id = $1 returning *`,
    [
      transaction.id,
      transaction.state,
      transaction.valid_until,
      transaction.premium,
      transaction.reference,
      paidMinor,
      isFinished ? call.now() : null,
      transaction.captured_at,
      textOf(call, 'paymentType') ?? null,
      textOf(call, 'externalUserID') ?? null,
      textOf(call, 'externalTransactionReference') ?? null,
    ],
  );
  return saved!;
}
