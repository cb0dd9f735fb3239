import { errorState } from '../errors/error-state.ts';
import type { UsherError } from '../errors/usher-error.ts';
import { dialectError } from '../transport/dialect-error.ts';
import { unasked, type AccessReason, type ItemState } from './item-state.ts';

/** The times that decide whether the last answer is kept. */
export interface FailedCheckTimes {
  readonly now: number;
  /** The same, unless the clock was set back since the last answer. */
  readonly latestTime: number;
  /** The publisher's grace period, in ms. Default 0. */
  readonly graceMs: number | undefined;
}

/**
 * The state after a check without an answer. The last answer is kept with its age while it is
 * valid. A grant is kept for the publisher's grace period too.
 */
export function stateOfFailedCheck(
  before: ItemState,
  thrown: unknown,
  { now, latestTime, graceMs = 0 }: FailedCheckTimes,
): ItemState {
  // A `readItemState` of the page may have thrown.
  const error = dialectError('payment/itemstate', thrown);
  if (error.code === 'not-found') {
    return { ...unasked, access: 'denied', reason: 'not-found', checkedAt: now };
  }
  const hasEnded = before.expiresAt !== null && before.expiresAt + graceMs <= latestTime;
  return before.checkedAt !== null && !hasEnded
    ? { ...before, checking: false, error: errorState(error) }
    : { ...unasked, reason: reasonOf(error), error: errorState(error) };
}

function reasonOf({ code }: UsherError): AccessReason {
  if (code === 'static-session') return 'static';
  if (code === 'malformed') return 'unreadable';
  return code === 'network' || code === 'timeout' || code === 'offline' ? 'offline' : 'error';
}
