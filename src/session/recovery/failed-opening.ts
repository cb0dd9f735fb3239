import { nothing } from '../../browser/nothing.ts';
import { onWake } from '../../browser/wake.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { isPlayerOnly } from '../../dialect/player-only.ts';
import { readAnswer } from '../../dialect/read-answer.ts';
import { readSession } from '../../dialect/readers.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import { MalformedError } from '../../errors/malformed-error.ts';
import { NetworkError } from '../../errors/network-error.ts';
import { PlatformError } from '../../errors/platform-error.ts';
import { TimeoutError } from '../../errors/timeout-error.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { dialectError } from '../../transport/dialect-error.ts';
import { retryAfterMs } from '../../transport/failure.ts';
import { openSession } from '../opening/open-session.ts';
import type { OpeningResult } from '../opening/opening-result.ts';
import { isOtherUser, type Opening } from '../opening/opening.ts';
import { callOf, openedSessionIn } from '../opening/read-opening.ts';
import { replaceRetry, setFailures } from '../state/lifetime.ts';
import type { SessionContext } from '../state/session-context.ts';
import { dispatch, loseSession, replaceDetails } from '../state/session-store.ts';
import { isErasedBy } from '../storage/compare-records.ts';
import { persist, refresh } from '../storage/persistence.ts';
import { isSessionId, type FailedOpenings, type SavedSession } from '../storage/saved-session.ts';
import { endAfterOtherTab } from '../storage/sync-from-storage.ts';
import { forgetFailures } from './forget-failures.ts';
import { leaveOutRefused } from './refused-session.ts';
import { fetchStaticDetails } from './static-details.ts';

/** Upper bound of the wait between two probes. */
const maxProbeMs = 120_000;

/** The longest wait that a platform can request. A later time comes from a clock that jumped. */
const maxRetryAfterMs = 3_600_000;

/**
 * Shows why there is no session. Uses static details when the platform has only those, or when init
 * fails.
 */
export async function handleFailedOpening(
  context: SessionContext,
  result: OpeningResult,
): Promise<undefined> {
  followErasure(context, result);
  const { settings } = context;
  const error = reasonOf(result, context);
  const { code, status = 0 } = error;
  const { opening, received } = result;
  if (received) {
    if (opening.callReference) Object.assign(error, { reference: opening.callReference });
    context.emit('call', callOf(opening, received.endedAt, status, code));
    const { failedOpenings: last } = context.saved ?? {};
    if (code !== 'static-session') countFailure(context, result, error);
    leaveOutRefused(context, result, error, last);
  }
  opening.done?.();
  // Only after the first failure of a page: retries ask for the session alone.
  if (!context.failures && settings.mode !== 'session') await showStaticDetails(context, result);
  if (code !== 'static-session') probeLater(context);
  if (context.details) {
    dispatch(context, 'static', error);
    return undefined;
  }
  // No request was sent, and the state shows this retry already.
  if (opening.waitMs && context.$session.get().retryAt === context.retry?.at) throw error;
  const kept = keptSession(context);
  if (kept && !context.current && settings.mode !== 'static') {
    loseSession(context, kept); // unreachable, not logged out
  }
  dispatch(context, code === 'network' || code === 'timeout' ? 'unreachable' : 'refused', error);
  throw error;
}

/** Shows what the platform says of a viewer without a session, if it says anything. */
async function showStaticDetails(context: SessionContext, result: OpeningResult): Promise<void> {
  const { settings, saved, life } = context;
  const { signal } = life;
  const { deviceHash } = result.opening;
  // In mode `static` no request has stored it.
  if (!saved?.deviceHash) persist(context, saved?.session, { deviceHash });
  const details = await fetchStaticDetails(context, signal).catch(() => undefined);
  if (signal.aborted) throw new AbortedError();
  const counted = context.saved?.failedOpenings;
  followErasure(context, result); // another tab may have logged out meanwhile
  if (counted?.isRequested) keepWait(context, counted);
  const kept = settings.mode === 'static' ? undefined : keptSession(context);
  replaceDetails(context, details && { ...details, user: kept?.user ?? null });
}

/** Counts a failed opening whose result is not needed any more, unless everything was erased. */
export function countDropped(context: SessionContext, result: OpeningResult): void {
  refresh(context);
  const { saved } = context;
  const error = reasonOf(result, context);
  if (error.code === 'static-session' || (saved && isErasedBy(result.before, saved))) return;
  countFailure(context, result, error);
}

/**
 * Reads the record again. When another tab has erased everything since the request left, nothing of
 * this opening is kept, not even its device hash.
 */
function followErasure(context: SessionContext, { before }: OpeningResult): void {
  refresh(context);
  const { saved } = context;
  if (!saved || !isErasedBy(before, saved)) return;
  endAfterOtherTab(context, saved);
  throw new AbortedError();
}

/**
 * Restores the requested wait, if another tab has overwritten it. A successful opening ends the
 * wait.
 */
function keepWait(context: SessionContext, failedOpenings: FailedOpenings): void {
  const { session, epochStartedAt, failedOpenings: last } = context.saved!;
  const { failedAt } = failedOpenings;
  if (failedAt >= epochStartedAt && failedAt > (last?.failedAt ?? 0)) {
    persist(context, session, { failedOpenings });
  }
}

/**
 * Says why an answer gives no session. It reads the answer again, so that an error of the page's
 * dialect is thrown here.
 */
function withoutSession(
  { result }: Answer,
  { deviceHash }: Opening,
  { settings, dialect }: SessionContext,
): string {
  openedSessionIn(result, deviceHash, settings, dialect);
  const reading = (dialect.readSession ?? readSession)(result);
  if (!reading) return 'the answer holds no usable session ID';
  return isSessionId(reading.id)
    ? 'the user has no usable ID'
    : 'the session ID needs 1 to 512 visible ASCII characters';
}

/** The stored session, if it is of this page's user. */
function keptSession({ saved, settings }: SessionContext): SavedSession | undefined {
  const session = saved?.session;
  return session && !isOtherUser(session, settings) ? session : undefined;
}

function reasonOf({ opening, received }: OpeningResult, context: SessionContext): UsherError {
  const { dialect, saved, browser } = context;
  const now = browser.clock.now();
  const { waitMs = 0 } = opening;
  if (waitMs > 0) {
    const { code: reason = 'network', status } = saved?.failedOpenings ?? {};
    return new UsherError(
      reason,
      `session/init has failed: the next try is in ${Math.ceil(waitMs / 1000)} s`,
      { status, retryable: true, retryAfterMs: waitMs },
    );
  }
  if (!received) return new UsherError('static-session', 'The mode is static: there is no session');
  if ('error' in received) {
    return received.timedOut ? new TimeoutError(10_000) : new NetworkError(received.error);
  }
  try {
    const answer = readAnswer('session/init', received.status, received.text, dialect);
    if ((dialect.isPlayerOnly ?? isPlayerOnly)(answer)) {
      return new UsherError('static-session', 'The domain is player-only: it has no sessions', {
        status: answer.status,
        hint: answer.hint,
      });
    }
    if (answer.status >= 400) {
      const waitMs = retryAfterMs(received.retryAfter, now);
      return new PlatformError('session/init', answer.status, answer.hint, waitMs);
    }
    const reason = withoutSession(answer, opening, context);
    return new MalformedError(`session/init: ${reason}`, answer.status);
  } catch (error) {
    return dialectError('session/init', error);
  }
}

/**
 * Counts a failed opening for all tabs, and decides when the next one may be sent: with full
 * jitter, so that clients that failed together do not come back together, and not before the time
 * that the platform has requested, also in its answer to an earlier one.
 */
function countFailure(
  context: SessionContext,
  { opening }: OpeningResult,
  { code, status, retryAfterMs: requestedMs = 0 }: UsherError & { readonly retryAfterMs?: number },
): void {
  const { saved, browser } = context;
  const earlier = saved?.failedOpenings;
  const count = (earlier?.count ?? 0) + 1;
  const jitterMs = browser.random() * Math.min(maxProbeMs, 1000 * 2 ** (count - 1));
  const waitMs = Math.max(jitterMs, Math.min(requestedMs, maxRetryAfterMs));
  const failedAt = browser.clock.now();
  // An opening that left before the platform requested to wait may fail after that.
  const isStanding = earlier?.isRequested && earlier.failedAt <= failedAt;
  const standsUntil = isStanding ? earlier.retryAt : 0;
  const failedOpenings = {
    count,
    failedAt,
    retryAt: Math.max(failedAt + waitMs, standsUntil),
    isRequested: requestedMs > 0 || standsUntil > failedAt,
    code,
    status,
  };
  const deviceHash = saved?.deviceHash || opening.deviceHash;
  persist(context, saved?.session, { deviceHash, failedOpenings });
}

/**
 * Plans the next try. The first tab that tries does it for all. Tries at once when the page is
 * online again, unless the platform has requested to wait.
 */
function probeLater(context: SessionContext): void {
  const { failures, saved } = context;
  const { clock, onWake: wake = onWake } = context.browser;
  const now = clock.now();
  const { retryAt = now } = saved?.failedOpenings ?? {};
  const probe = (): void => {
    cancel();
    if (!context.pending) openSession(context).catch(nothing);
  };
  const cancel = clock.after(Math.max(0, retryAt - now), probe);
  setFailures(context, failures + 1);
  const stopWaking = wake((type) => {
    if (type !== 'online') return;
    setFailures(context, 1); // A try under way may still fail because of the old network.
    forgetFailures(context);
    probe();
  });
  replaceRetry(context, {
    at: retryAt,
    cancel() {
      cancel();
      stopWaking();
    },
  });
}
