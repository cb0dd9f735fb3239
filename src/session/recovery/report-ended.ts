import { pause } from '../../browser/clock.ts';
import { tabNoticeMs } from '../../browser/storage.ts';
import { isUsherError, mayBeByProxy, type AnyUsherError } from '../../errors/is-usher-error.ts';
import type { PlatformError } from '../../errors/platform-error.ts';
import type { UsherError } from '../../errors/usher-error.ts';
import { retryAfterMs } from '../../transport/failure.ts';
import type { LeaseManager } from '../keepalive/lease.ts';
import { replaceUnreported, type UnreportedSession } from '../state/ended-sessions.ts';
import type { SessionContext } from '../state/session-context.ts';
import { persist } from '../storage/persistence.ts';
import type { EndedSession } from '../storage/saved-session.ts';
import { syncFromStorage } from '../storage/sync-from-storage.ts';

/** Calls logout with the credentials of an ended session. */
export type LogOut = (ended: EndedSession) => Promise<unknown>;

/** After a day without a keepalive the platform ends a session itself. */
const maxPendingMs = 86_400_000;

/** The longest wait that a platform can request. */
const maxRequestedMs = 3_600_000;

/**
 * Creates the function that reports to the platform which sessions have ended here, unless another
 * tab does. A failed report is repeated by the next page, or when the platform is reachable again.
 */
export function createEndReporter(
  context: SessionContext,
  lease: LeaseManager,
  logOut: LogOut,
): () => Promise<void> {
  let reporting: Promise<void> | undefined;
  return async () => {
    if (!(await lease.acquire(context.disposal))) return;
    // One at a time: the report under way includes the sessions that end meanwhile.
    reporting ??= reportEach(context, logOut).finally(() => {
      reporting = undefined;
    });
    await reporting;
    await lease.release();
  };
}

async function reportEach(context: SessionContext, logOut: LogOut): Promise<void> {
  const tried = new Set<string>();
  for (;;) {
    const pending = pendingReports(context);
    if (pending.every(({ id }) => tried.has(id))) return;
    for (const { id } of pending) tried.add(id);
    await reportPending(context, pending, logOut);
  }
}

/** What this page and the record know of the ended sessions that are not reported yet. */
const knownEnds = ({ unreported, record }: SessionContext): readonly UnreportedSession[] => [
  ...unreported,
  ...(record?.ended ?? []),
];

/** The ended sessions that are not reported yet, each once. */
const pendingReports = (context: SessionContext): readonly EndedSession[] =>
  Array.from(new Map(knownEnds(context).map((each) => [each.id, each])).values());

async function reportPending(
  context: SessionContext,
  pending: readonly EndedSession[],
  logOut: LogOut,
): Promise<void> {
  const { clock } = context.browser;
  const reported: EndedSession[] = [];
  for (const ended of pending) {
    // A logout that the page itself has sent was answered meanwhile.
    if (!pendingReports(context).some(({ id }) => id === ended.id)) continue;
    if (context.loggingOut.has(ended.id)) continue; // reported when that call fails
    if (isToWait(context, ended)) continue;
    const isPending = Math.abs(clock.now() - ended.endedAt) < maxPendingMs;
    if (isPending && !(await isReported(ended, context, logOut))) continue;
    reported.push(ended);
    removeEnded(context, [ended]);
  }
  if (reported.length) await removeAgain(context, reported);
}

/**
 * Removes reported sessions once more. Another tab may write them again before it reads that they
 * are reported, so both tabs have to read each other's writes before.
 */
export async function removeAgain(
  context: SessionContext,
  reported: readonly EndedSession[],
): Promise<void> {
  await pause(context.browser.clock, 2 * tabNoticeMs);
  syncFromStorage(context);
  removeEnded(context, reported);
}

/** Whether the platform has requested to wait. A later time comes from a clock that was set. */
function isToWait(context: SessionContext, { id }: EndedSession): boolean {
  const now = context.browser.clock.now();
  return knownEnds(context).some((each) => {
    const leftMs = retryTimeOf(each) - now;
    return each.id === id && leftMs > 0 && leftMs <= maxRequestedMs;
  });
}

/** Wall time in ms before which the platform has requested not to send a logout again. */
function retryTimeOf({ endedAt, retryAt = 0, retryAfter = null }: UnreportedSession): number {
  const requestedMs = retryAfterMs(retryAfter, endedAt);
  if (!requestedMs) return retryAt;
  return Math.max(retryAt, endedAt + Math.min(requestedMs, maxRequestedMs));
}

/** Removes sessions from those that are to be reported. */
export function removeEnded(context: SessionContext, reported: readonly EndedSession[]): void {
  const { record, unreported } = context;
  const isLeft = ({ id }: EndedSession): boolean => !reported.some((each) => each.id === id);
  replaceUnreported(context, unreported.filter(isLeft));
  const left = record?.ended?.filter(isLeft);
  if (record && left?.length !== record.ended?.length) {
    persist(context, record.session, { ended: left });
  }
}

/**
 * Whether the report is settled. A 401 is a success: the session was gone already. A failure that a
 * proxy may have sent settles nothing.
 */
async function isReported(
  ended: EndedSession,
  context: SessionContext,
  logOut: LogOut,
): Promise<boolean> {
  try {
    await logOut(ended);
    return true;
  } catch (error) {
    if (isUsherError(error) && error.status === 401) return true;
    if (isUsherError(error) && isRepeated(error)) {
      noteWait(context, ended, error);
      return false;
    }
    context.emit('error', error as Error);
    return true;
  }
}

/** Notes how long the platform has requested to wait. The next page waits too. */
export function noteWait(context: SessionContext, { id }: EndedSession, error: UsherError): void {
  const { retryAfterMs = 0 } = error as Partial<PlatformError>;
  if (!retryAfterMs) return;
  const retryAt = context.browser.clock.now() + Math.min(retryAfterMs, maxRequestedMs);
  const later = (each: EndedSession): EndedSession =>
    each.id === id ? { ...each, retryAt } : each;
  const { record, unreported } = context;
  replaceUnreported(context, unreported.map(later));
  if (record?.ended) persist(context, record.session, { ended: record.ended.map(later) });
}

/** Whether a report is repeated after an error. */
const isRepeated = (error: AnyUsherError): boolean =>
  error.retryable || error.code === 'aborted' || error.code === 'malformed' || mayBeByProxy(error);
