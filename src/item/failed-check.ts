import { errorState } from '../errors/error-state.ts';
import type { UsherError } from '../errors/usher-error.ts';
import { dialectError } from '../transport/dialect-error.ts';
import { unasked, type AccessReason, type ItemState } from './item-state.ts';

/**
 * The state after a check without an answer. The last answer is kept with its age while it is
 * valid. A grant is kept for the publisher's grace period too. `latestTime`: `now`, unless the
 * clock was set back.
 */
export function stateOfFailedCheck(
  before: ItemState,
  thrown: unknown,
  now: number,
  graceMs = 0,
  latestTime: number = now,
): ItemState {
  // A `readItemState` of the page may have thrown.
  const error = dialectError('payment/itemstate', thrown);
  if (error.code === 'not-found') {
    return { ...unasked, access: 'denied', reason: 'not-found', checkedAt: now };
  }
  const valid = before.checkedAt && !(before.expiresAt && before.expiresAt + graceMs <= latestTime);
  return valid
    ? { ...before, checking: false, error: errorState(error) }
    : { ...unasked, reason: reasonOf(error), error: errorState(error) };
}

function reasonOf({ code }: UsherError): AccessReason {
  if (code === 'static-session') return 'static';
  if (code === 'malformed') return 'unreadable';
  return code === 'network' || code === 'timeout' || code === 'offline' ? 'offline' : 'error';
}
