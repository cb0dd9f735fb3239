import { randomToken } from '../../browser/random-token.ts';
import { purchaseArea } from '../../contract/purchase.ts';
import type { Answer } from '../../dialect/envelope.ts';
import type { AbortReason } from '../../errors/abort-reason.ts';
import { identityChanged } from '../../errors/identity-changed.ts';
import { isUsherError, mayBeByProxy } from '../../errors/is-usher-error.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { noteUnreadable } from '../../session/note-unreadable.ts';
import type { RequestOptions } from '../../session/request.ts';
import { checkAccess } from '../check-access.ts';
import type { CheckoutContext } from '../context.ts';
import { ownersRequestOptions } from '../finish/owners-request-options.ts';
import { buyerIn, isForgotten, ownershipOf, type Buyer } from '../purchase/ownership.ts';
import type { PurchaseEvent } from '../purchase/purchase-event.ts';
import type { PurchaseRecord } from '../purchase/purchase-record.ts';
import { storedError } from '../purchase/stored-error.ts';
import { isOthersSession } from '../purchase/viewer-at-call.ts';
import { transactionOf } from '../transaction-of.ts';

/**
 * Returns the buyer. A purchase needs one before it is written. `asked` is the user at the time of
 * the call: another user cannot buy.
 * @throws {UsherError} `journal-unavailable`, `static-session`, `login-required`,
 *   `identity-changed`.
 */
export async function presentBuyer(
  context: CheckoutContext,
  asked: Buyer | undefined,
): Promise<Buyer> {
  if (context.selling.journal === false) {
    throw new UsherError(
      'journal-unavailable',
      'The option journal is false, so nothing can be bought',
    );
  }
  if (isForgotten(context, asked)) throw identityChanged();
  const session = await context.session.ready();
  if (!session) throw new UsherError('static-session', 'A purchase needs a session');
  if (isOthersSession(context, session, asked)) throw identityChanged();
  const buyer = buyerIn(context, session);
  if (buyer === undefined) {
    throw new UsherError('login-required', 'A purchase needs a user who is logged in');
  }
  return buyer;
}

const prepareId = 'payment/preparetransaction';

/**
 * Prepares the transaction of a record in the journal, and writes the result. Rejects as the call
 * does. `raw`: the options of a raw call, which no later click continues. If it was not sent, its
 * purchase is over.
 */
export async function sendPrepare(
  context: CheckoutContext,
  record: PurchaseRecord,
  raw?: RequestOptions,
): Promise<Answer> {
  const { findSession, beforeSend } = ownersRequestOptions(context, record);
  let isSent = false;
  try {
    const answer = await context.request(purchaseArea, 'preparetransaction', record.values, {
      ...raw,
      findSession,
      beforeSend() {
        beforeSend();
        // The call may have waited long, for a login or a session.
        if (context.purchases.find(record.id)?.step !== 'preparing') throw abandonedBefore();
        isSent = true;
      },
    });
    const transactionID = transactionOf(context, prepareId, answer)?.id;
    if (!transactionID) {
      noteUnreadable(context.session.context, prepareId, answer.status);
      throw new UsherError('malformed', `${prepareId}: the answer names no transaction`);
    }
    await context.purchases.apply(record.id, {
      type: 'prepared',
      transactionID,
      state: randomToken(),
    });
    return answer;
  } catch (error) {
    const event: PurchaseEvent =
      raw && !isSent
        ? { type: 'abandoned', error: storedError(error) }
        : eventOfFailedPrepare(context, record, error, isSent);
    await writeFailure(context, record, event);
    void checkAccess(context, record.values); // the transaction may exist anyway
    throw error;
  }
}

/**
 * Writes why a prepare has failed. While the journal cannot be written, this is repeated: without
 * an error the purchase would look as if its prepare were still under way.
 */
async function writeFailure(
  context: CheckoutContext,
  record: PurchaseRecord,
  event: PurchaseEvent,
): Promise<void> {
  const { attempts, purchases, retryQueue } = context;
  await purchases.applyFailure(record, event).catch(() => {
    retryQueue.push(async () => {
      await purchases.read();
      // A later attempt, also of another tab, writes its own result.
      const isLast = purchases.find(record.id)?.triedAt === record.triedAt;
      if (isLast && !attempts.isUnderWay(record.id)) await writeFailure(context, record, event);
    });
    context.schedule();
  });
}

/** With these the platform has made no transaction. */
const unsent: readonly string[] = ['session-lost', 'identity-changed', 'static-session'];

const abandonedBefore = (): UsherError =>
  new UsherError('aborted', 'The purchase was abandoned before its transaction', {
    reason: 'replaced' satisfies AbortReason,
  });

/** The event of a failed prepare. Nothing can have been paid. */
function eventOfFailedPrepare(
  context: CheckoutContext,
  record: PurchaseRecord,
  error: unknown,
  isSent: boolean,
): PurchaseEvent {
  const stored = storedError(error);
  const status = isUsherError(error) ? (error.status ?? 0) : 0;
  if (unsent.includes(stored.code)) {
    return { type: 'abandoned', error: stored };
  }
  if (status < 400 || status >= 500 || status === 408 || status === 429 || mayBeByProxy(error)) {
    return { type: 'unanswered', error: stored };
  }
  // The platform has refused a session. The prepare was not sent.
  if (!isSent) return { type: 'abandoned', error: stored };
  // It is no refusal. If the viewer changed during the call, the answer may be meant for another
  // viewer. If the viewer is not known, the error is that of the session, not of the prepare.
  const ownership = ownershipOf(context, record);
  if (ownership === 'own') return { type: 'refused', error: stored };
  return {
    type: 'unanswered',
    error: ownership === 'other' ? storedError(identityChanged()) : stored,
  };
}
