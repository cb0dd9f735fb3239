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
import { withEndpoint } from '../../errors/with-endpoint.ts';
import { dialectError } from '../../transport/dialect-error.ts';
import { retryAfterMs } from '../../transport/failure.ts';
import { isOtherUser } from '../opening/can-resume.ts';
import { releaseClaimOf, type Opening, type OpeningResult } from '../opening/opening.ts';
import { callOf, openedSessionIn } from '../opening/read-opening.ts';
import { replaceRetry, setFailures } from '../state/lifetime.ts';
import type { SessionContext } from '../state/session-context.ts';
import { dispatch, loseSession, replaceDetails } from '../state/session-store.ts';
import { isErasedBy } from '../storage/compare-records.ts';
import { persist, refresh } from '../storage/persistence.ts';
import { isSessionId, type FailedOpenings, type SavedSession } from '../storage/saved-session.ts';
import { endAfterOtherTab } from '../storage/sync-from-storage.ts';
import { countFailure, jitterMs, probeLater } from './back-off.ts';
import { leaveOutRefused } from './refused-session.ts';
import { fetchStaticDetails } from './static-details.ts';

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
  let error = withEndpoint(reasonOf(result, context), 'session/init');
  const { code, status = 0 } = error;
  const { opening, received } = result;
  const isStatic = code === 'static-session';
  if (received) {
    if (opening.callReference) Object.assign(error, { reference: opening.callReference });
    context.emit('call', callOf(opening, received.endedAt, status, code));
    const { failedOpenings: last } = context.record ?? {};
    if (!isStatic) countFailure(context, result, error);
    leaveOutRefused(context, result, error, last);
  }
  releaseClaimOf(opening);
  // After further failures of a page only when there is nothing else: retries ask for the session.
  if (settings.mode !== 'session' && (isStatic || !context.failures)) {
    const missing = await showStaticDetails(context, result);
    if (isStatic) planDetails(context, missing);
    if (isStatic && !received) error = missing ?? error;
  }
  if (!isStatic) probeLater(context, context.record?.failedOpenings?.retryAt);
  if (context.details) {
    dispatch(context, 'static', error);
    return undefined;
  }
  // No request was sent, and the state shows this retry already.
  const isPostponed = opening.kind === 'postponed';
  if (isPostponed && context.$session.get().retryAt === context.retry?.at) throw error;
  const kept = keptSession(context);
  if (kept && !context.current && settings.mode !== 'static') {
    loseSession(context, kept); // unreachable, not logged out
  }
  const isCutOff = error.code === 'network' || error.code === 'timeout';
  dispatch(context, isCutOff ? 'unreachable' : 'refused', error);
  throw error;
}

/**
 * Shows what the platform says of a viewer without a session. Returns the error if it says nothing.
 */
async function showStaticDetails(
  context: SessionContext,
  result: OpeningResult,
): Promise<UsherError | undefined> {
  const { settings, record, viewerController } = context;
  const { signal } = viewerController;
  const { deviceHash } = result.opening;
  // In mode `static` no request has stored it.
  if (!record?.deviceHash) persist(context, record?.session, { deviceHash });
  let missing: UsherError | undefined;
  const details = await fetchStaticDetails(context, [signal]).catch((error: UsherError) => {
    missing = error;
    return undefined;
  });
  if (signal.aborted) throw new AbortedError([signal]);
  const counted = context.record?.failedOpenings;
  followErasure(context, result); // another tab may have logged out meanwhile
  if (counted?.isRequested) keepWait(context, counted);
  const kept = settings.mode === 'static' ? undefined : keptSession(context);
  replaceDetails(context, details && { ...details, user: kept?.user ?? null });
  return missing;
}

/**
 * Plans the next request for static details, when they are all that the page can have. Only for
 * this page: other tabs may have a session.
 */
function planDetails(context: SessionContext, missing: UsherError | undefined): void {
  if (missing) {
    probeLater(context, context.browser.clock.now() + jitterMs(context, context.failures));
    return;
  }
  setFailures(context, 0);
  replaceRetry(context, undefined);
}

/** Counts a failed opening whose result is not needed any more, unless everything was erased. */
export function countDropped(context: SessionContext, result: OpeningResult): void {
  refresh(context);
  const { record } = context;
  const error = reasonOf(result, context);
  if (error.code === 'static-session' || (record && isErasedBy(result.before, record))) return;
  countFailure(context, result, error);
}

/**
 * Reads the record again. When another tab has erased everything since the request left, nothing of
 * this opening is kept, not even its device hash.
 */
function followErasure(context: SessionContext, { before }: OpeningResult): void {
  refresh(context);
  const { record } = context;
  if (!record || !isErasedBy(before, record)) return;
  endAfterOtherTab(context, record, before);
  throw new AbortedError('viewer-changed');
}

/**
 * Restores the requested wait, if another tab has overwritten it. A successful opening ends the
 * wait.
 */
function keepWait(context: SessionContext, failedOpenings: FailedOpenings): void {
  const { session, epochStartedAt, failedOpenings: last } = context.record!;
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
function keptSession({ record, settings }: SessionContext): SavedSession | undefined {
  const session = record?.session;
  return session && !isOtherUser(session, settings) ? session : undefined;
}

function reasonOf({ opening, received }: OpeningResult, context: SessionContext): UsherError {
  const { dialect, record, browser } = context;
  const now = browser.clock.now();
  if (opening.kind === 'postponed') {
    const { waitMs } = opening;
    const { code: reason = 'network', status } = record?.failedOpenings ?? {};
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
    return new MalformedError('session/init', reason, answer.status);
  } catch (error) {
    return dialectError('session/init', error);
  }
}
