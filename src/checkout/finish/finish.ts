import { nothing } from '../../browser/nothing.ts';
import { purchaseArea } from '../../contract/purchase.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { endMsOf } from '../../dialect/item-state-reader.ts';
import type { TransactionReading } from '../../dialect/transaction-reader.ts';
import { identityChanged } from '../../errors/identity-changed.ts';
import { isUsherError, mayBeByProxy } from '../../errors/is-usher-error.ts';
import type { PlatformError } from '../../errors/platform-error.ts';
import { noteUnreadable } from '../../session/note-unreadable.ts';
import { finishId } from '../../transport/call-trace.ts';
import { checkAccess } from '../check-access.ts';
import type { CheckoutContext } from '../context.ts';
import { ownershipOf } from '../purchase/ownership.ts';
import type { PurchaseEvent } from '../purchase/purchase-event.ts';
import { dayMs, isUnsettled, type PurchaseRecord } from '../purchase/purchase-record.ts';
import { finishError, type StoredError } from '../purchase/stored-error.ts';
import { readTerms, type SubscriptionTerms } from '../subscription-terms.ts';
import { transactionOf } from '../transaction-of.ts';
import { ownersRequestOptions } from './owners-request-options.ts';
import { takeLease } from './take-lease.ts';

/**
 * Statuses of a final refusal: declined, gone. Other failures may be temporary, and prove nothing.
 */
const refusals: readonly (number | undefined)[] = [402, 410];

/**
 * Upper bound of a wait that the platform requests, in ms, because the viewer has paid: as long as
 * the wait before the last repeat of a finish.
 */
const maxWaitMs = 90_000;

/**
 * Sends the finish of the journal, always with the same bytes, and writes the result. Rejects as
 * the call does, also when the result cannot be written: the finish was sent.
 */
export async function sendFinish(
  context: CheckoutContext,
  record: PurchaseRecord,
): Promise<Answer> {
  const { findSession, beforeSend } = ownersRequestOptions(context, record);
  let isSent = false;
  const send = (): Promise<Answer> => {
    isSent = false;
    return context.request(purchaseArea, 'finishtransaction', record.finish, {
      findSession,
      beforeSend() {
        beforeSend();
        isSent = true;
      },
    });
  };
  try {
    // A lost session is renewed for all calls. Only this change may be sent again, because it is in
    // the journal.
    const answer = await send().catch((error: unknown) => {
      if (isUsherError(error, 'session-lost')) return send();
      throw error;
    });
    await applyAnswer(context, record, answer);
    return answer;
  } catch (thrown) {
    // If the viewer changed during the call, the answer may be meant for another viewer: it is no
    // refusal. If the viewer is not known, the error may be that of the session.
    const ownership = ownershipOf(context, record);
    const error = ownership === 'other' ? identityChanged() : thrown;
    const isAnswer = isSent && ownership === 'own';
    await applyError(context, record, error, isAnswer).catch(nothing);
    throw error;
  }
}

/**
 * Writes that a finish has failed, or was refused. `isAnswer`: the error is the answer to the
 * finish. Otherwise the platform may have refused a session, which says nothing about the payment.
 */
async function applyError(
  context: CheckoutContext,
  record: PurchaseRecord,
  error: unknown,
  isAnswer: boolean,
): Promise<void> {
  const { retryAfterMs = 0 } = error as Partial<PlatformError>;
  context.attempts.postpone(record.id, Math.min(retryAfterMs, maxWaitMs));
  // A change of the viewer does not count as a try.
  const untried = isUsherError(error, 'identity-changed') ? { tries: 0, triedAt: 0 } : {};
  const stored = finishError(error, record.error, context.browser.clock.now());
  if (isAnswer && isRefusal(error, stored)) {
    const refused = { type: 'refused', error: stored, finish: record.finish } as const;
    return context.purchases.applyFailure(record, refused);
  }
  if (isAnswer && isUsherError(error, 'platform') && !error.retryable && !mayBeByProxy(error)) {
    context.emit('warning', `The platform answers ${error.status} to a payment: ask its operator`);
    return context.purchases.applyFailure(record, { type: 'undecided', error: stored });
  }
  await context.purchases.applyFailure(record, { type: 'unanswered', error: stored, ...untried });
}

async function applyAnswer(
  context: CheckoutContext,
  record: PurchaseRecord,
  answer: Answer,
): Promise<void> {
  const reading = transactionOf(context, finishId, answer);
  const event = eventOfAnswer(record, reading, readTerms(answer));
  if (event.type === 'unanswered') {
    noteUnreadable(context.session.context, finishId, answer.status);
  }
  const writing: Promise<unknown> =
    event.type === 'finished'
      ? context.purchases.apply(record.id, event)
      : context.purchases.applyFailure(record, event);
  // The platform has answered. If that cannot be written, the next try gets the same answer.
  await writing.catch(nothing);
}

/**
 * Whether an error is final. A proxy refuses no payment. "Unknown" is also the answer for another
 * viewer's session, before this page has read the change, so it counts only when it has been the
 * answer for a day.
 */
function isRefusal(error: unknown, { lastedMs = 0 }: StoredError): boolean {
  if (!isUsherError(error) || mayBeByProxy(error)) return false;
  return refusals.includes(error.status) || (error.code === 'not-found' && lastedMs > dayMs);
}

/** The event of an answer. One that names another transaction says nothing about this one. */
function eventOfAnswer(
  { transactionID }: PurchaseRecord,
  reading: TransactionReading | undefined,
  terms: SubscriptionTerms,
): PurchaseEvent {
  const { id = transactionID, state, alreadyFinished, validUntil } = reading ?? {};
  if (id !== transactionID) {
    return {
      type: 'unanswered',
      error: { code: 'malformed', message: 'the answer names another transaction' },
    };
  }
  if (state === 'finished' || alreadyFinished) {
    return { type: 'finished', expiresAt: endMsOf(validUntil), terms };
  }
  return state === 'pending'
    ? { type: 'deferred' }
    : { type: 'unanswered', error: { code: 'malformed' } };
}

/**
 * How often an item is checked after its purchase. After that the purchase is granted, as the
 * platform has finished it.
 */
const maxChecks = 4;

/**
 * Checks access to the item. The platform has finished the transaction: that is final, even if the
 * item's state lags behind.
 */
async function verify(context: CheckoutContext, record: PurchaseRecord): Promise<void> {
  const { values, tries = 0 } = record;
  const isGranted = await checkAccess(context, values);
  // A check for another viewer does not count as a try.
  const untried = ownershipOf(context, record) === 'other' ? { tries: 0, triedAt: 0 } : undefined;
  const isVerified = !untried && (isGranted !== false || tries >= maxChecks);
  if (isVerified) await context.purchases.apply(record.id, { type: 'verified' });
  else {
    const event = { type: 'unanswered', error: undefined, ...untried } as const;
    await context.purchases.applyFailure(record, event);
  }
}

/** How long a purchase waits after an error, for example of the journal. */
const errorDelayMs = 10_000;

/**
 * Sends the next request of a purchase that has come back from its provider, unless another tab
 * does.
 */
export async function proceed(context: CheckoutContext, id: string): Promise<void> {
  const { attempts, leases, purchases } = context;
  const known = purchases.find(id);
  if (!known || !isUnsettled(known) || !attempts.begin(id)) return;
  const release = await leases.hold();
  try {
    const record = await takeLease(context, id);
    if (record?.step === 'verifying') await verify(context, record);
    else if (record?.finish) await sendFinish(context, record);
  } catch {
    // The journal holds the state. If it cannot be written, nothing has been sent.
    attempts.postpone(id, errorDelayMs);
  } finally {
    release();
    attempts.end(id);
    context.schedule();
  }
}
