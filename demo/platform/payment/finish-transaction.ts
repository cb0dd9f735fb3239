import { textOf } from '../call.ts';
import type { Call } from '../call.ts';
import type { Database } from '../database/database.ts';
import { appendEntry } from '../ledger/append.ts';
import type { Answer } from '../wire/envelope.ts';
import { wireId } from '../wire/json.ts';
import { Refusal } from '../wire/refusal.ts';
import { confirmPayment, readDue } from './confirm-payment.ts';
import type { Due } from './confirm-payment.ts';
import { grant } from './grant.ts';
import type { Payment } from './payment-provider.ts';
import { refundDeleted } from './refund-deleted.ts';
import { settleDue } from './settle-due.ts';
import { findTransaction, lockTransaction } from './transaction.ts';
import type { Transaction } from './transaction.ts';
import { wireMoment } from './wire-moment.ts';

/**
 * Finishes a prepared transaction by what its provider signed. Once finished it stays so, and every
 * further finish says the same.
 */
export async function finishTransaction(call: Call): Promise<Answer> {
  const found = await findTransaction(call);
  if (found.state === 'finished') return finished(await upToDate(call, found), true);
  if (found.state === 'deleted' && !textOf(call, 'token')) throw notFound(found);
  const due = readDue(call, found);
  // Asked before anything is locked: the provider may take its time.
  const payment = await confirmPayment(call, found, due);
  const settled = await call.database.transaction(async (within) => {
    const transaction = await lockTransaction(within, found);
    const wasFinished = transaction.state === 'finished';
    return {
      transaction: wasFinished
        ? transaction
        : await settle(call, within, transaction, due, payment),
      wasFinished,
    };
  });
  const { transaction, wasFinished } = settled;
  if (transaction.state === 'deleted') throw notFound(found);
  if (transaction.state === 'declined') {
    throw new Refusal(402, 'the payment was declined by the provider');
  }
  if (transaction.state === 'pending') {
    return { result: { general: { transactionID: wireId(transaction.id), state: 'pending' } } };
  }
  return finished(transaction, wasFinished);
}

const notFound = ({ id }: Transaction): Refusal =>
  new Refusal(404, `there is no transaction ${id} of this user`);

/** A subscription may have been extended since. */
async function upToDate(call: Call, transaction: Transaction): Promise<Transaction> {
  await settleDue(call.database, call.domain.id, transaction.user_id, call.now());
  return findTransaction(call);
}

function finished({ id, valid_until }: Transaction, again: boolean): Answer {
  return {
    result: {
      general: {
        transactionID: wireId(id),
        state: 'finished',
        validUntil: wireMoment(valid_until),
        ...(again && { alreadyFinished: 1 }),
      },
    },
  };
}

/**
 * Writes down what came of a transaction that was not finished yet; the outcome counts, not which
 * call brings it.
 */
async function settle(
  call: Call,
  within: Database,
  transaction: Transaction,
  due: Due,
  payment: Payment | undefined,
): Promise<Transaction> {
  const at = call.now();
  if (transaction.state === 'deleted') {
    if (payment?.outcome === 'approved') await refundDeleted(within, transaction, payment, at);
    return transaction;
  }
  const about = {
    ...transaction,
    premium: due.premium,
    reference: payment?.reference ?? transaction.reference,
  };
  if (payment && payment.outcome !== 'approved') {
    if (payment.outcome === 'declined' && transaction.state !== 'declined') {
      await appendEntry(within, transaction, { kind: 'declined', at, reference: about.reference });
    }
    return save(
      call,
      within,
      { ...about, premium: transaction.premium, state: payment.outcome },
      null,
    );
  }
  const isHeld = transaction.capture_on !== null && transaction.capture_on > at;
  if (due.amountMinor > 0) {
    await appendEntry(within, transaction, {
      kind: isHeld ? 'authorised' : 'paid',
      at,
      amountMinor: due.amountMinor,
      reference: about.reference,
    });
  }
  await appendEntry(within, transaction, {
    kind: 'finished',
    at,
    amountMinor: due.amountMinor,
    reference: about.reference,
  });
  const valid_until = await grant(within, about, due.amountMinor, at);
  return save(
    call,
    within,
    { ...about, state: 'finished', valid_until, captured_at: isHeld ? null : at },
    due.amountMinor,
  );
}

async function save(
  call: Call,
  within: Database,
  transaction: Transaction,
  paidMinor: number | null,
): Promise<Transaction> {
  const isFinished = transaction.state === 'finished';
  const [saved] = await within.query<Transaction>(
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
