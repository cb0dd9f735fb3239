import { purchaseArea } from '../contract/purchase.ts';
import type { Answer } from '../dialect/envelope.ts';
import type { TransactionReading } from '../dialect/transaction-reader.ts';
import type { PlatformError } from '../errors/platform-error.ts';
import { isUsherError } from '../errors/usher-error.ts';
import { claim, presentFor } from './claim.ts';
import { transactionOf } from './context.ts';
import type { Context } from './context.ts';
import { hasAccess } from './has-access.ts';
import { dayMs } from './purchase/purchase-record.ts';
import type { PurchaseRecord, Trouble } from './purchase/purchase-record.ts';
import { identityChanged, ownershipOf } from './purchase/ownership.ts';
import type { PurchaseEvent } from './purchase/purchase.ts';

/**
 * By these a platform refuses for good: declined, gone. Anything else may be a mishap, and proves
 * nothing.
 */
const refusals = [402, 410];

export function troubleOf(error: unknown): Trouble {
  return isUsherError(error) ? { code: error.code, hint: error.hint } : { code: 'malformed' };
}

/**
 * The platform may ask for a longer wait, but the viewer has paid: the last step of what is sent
 * again.
 */
const longestWaitMs = 90_000;

/**
 * Sends the finish that stands in the journal, the same bytes each time, and writes down what came
 * of it. Rejects as the call does.
 */
export async function sendFinish(context: Context, entry: PurchaseRecord): Promise<Answer> {
  const send = (): Promise<Answer> =>
    context.request(purchaseArea, 'finishtransaction', entry.finish, {
      present: presentFor(context, entry),
    });
  try {
    // A session that was gone is renewed for everybody; this change alone may be sent again, since
    // it is written down.
    const answer = await send().catch((error: unknown) => {
      if (isUsherError(error, 'session-lost')) return send();
      throw error;
    });
    await context.purchases.record(entry.id, answered(transactionOf(context, answer)));
    return answer;
  } catch (thrown) {
    // What was said while the viewer changed may be said to another one: it refuses nothing.
    const error = ownershipOf(context, entry) === 'other' ? identityChanged() : thrown;
    // "Unknown" is also said while the session is another viewer's, of which this tab has not
    // heard: it counts after a day, said twice.
    const isOld = context.browser.clock.now() - entry.changedAt > dayMs;
    const isRefused =
      isUsherError(error) &&
      (refusals.includes(error.status!) ||
        (error.code === 'not-found' && isOld && entry.trouble?.code === 'not-found'));
    const { retryAfterMs = 0, code } = error as Partial<PlatformError>;
    context.attempts.postpone(entry.id, Math.min(retryAfterMs, longestWaitMs));
    // What another viewer came between is no try.
    const untried = code === 'identity-changed' ? { tries: 0, triedAt: 0 } : {};
    await context.purchases.record(
      entry.id,
      isRefused
        ? { type: 'refused', trouble: troubleOf(error) }
        : { type: 'unanswered', trouble: troubleOf(error), ...untried },
    );
    throw error;
  }
}

function answered(reading: TransactionReading | undefined): PurchaseEvent {
  const { state, alreadyFinished, validUntil } = reading ?? {};
  if (state === 'finished' || alreadyFinished) {
    return { type: 'finished', until: validUntil ? validUntil * 1000 : null };
  }
  return state === 'pending'
    ? { type: 'deferred' }
    : { type: 'unanswered', trouble: { code: 'malformed' } };
}

/**
 * How often an item is asked about after its purchase, until that stands as the platform has
 * finished it.
 */
const mostChecks = 4;

/**
 * Asks for access to the item. The platform has finished the transaction: that stands, also while
 * the item's state lags behind.
 */
async function verify(context: Context, entry: PurchaseRecord): Promise<void> {
  const { id, values, tries = 0 } = entry;
  const isOpen = await hasAccess(context, values);
  // What was asked for another viewer is no try.
  const untried = ownershipOf(context, entry) === 'other' ? { tries: 0, triedAt: 0 } : undefined;
  const isVerified = !untried && (isOpen !== false || tries >= mostChecks);
  await context.purchases.record(
    id,
    isVerified ? { type: 'verified' } : { type: 'unanswered', trouble: undefined, ...untried },
  );
}

/** How long a purchase rests when something went wrong, the journal for instance. */
const restMs = 10_000;

/**
 * Does what is next for a purchase that has come back from its provider, unless another tab is at
 * it.
 */
export async function proceed(context: Context, id: string): Promise<void> {
  const { attempts, leases } = context;
  if (!attempts.begin(id)) return;
  const release = await leases.hold();
  try {
    const entry = await claim(context, id);
    if (entry?.step === 'verifying') await verify(context, entry);
    else if (entry?.finish) await sendFinish(context, entry);
  } catch {
    // The journal says how it stands; where that cannot be written, nothing has been sent.
    attempts.postpone(id, restMs);
  } finally {
    release();
    attempts.end(id);
    context.schedule();
  }
}
