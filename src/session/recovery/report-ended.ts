import { pause } from '../../browser/clock.ts';
import { tabNoticeMs } from '../../browser/storage.ts';
import { isUsherError, mayBeByProxy, type AnyUsherError } from '../../errors/is-usher-error.ts';
import type { LeaseManager } from '../keepalive/lease.ts';
import { replaceUnreported } from '../state/ended-sessions.ts';
import type { SessionContext } from '../state/session-context.ts';
import { persist } from '../storage/persistence.ts';
import type { EndedSession } from '../storage/saved-session.ts';
import { syncFromStorage } from '../storage/sync-from-storage.ts';

/** Calls logout with the credentials of an ended session. */
export type LogOut = (ended: EndedSession) => Promise<unknown>;

/** After a day without a keepalive the platform ends a session itself. */
const maxPendingMs = 86_400_000;

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

/** The ended sessions that are not reported yet, each once. */
function pendingReports({ unreported, saved }: SessionContext): readonly EndedSession[] {
  const pending = [...unreported, ...(saved?.ended ?? [])];
  return Array.from(new Map(pending.map((each) => [each.id, each])).values());
}

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
    if (
      Math.abs(clock.now() - ended.endedAt) < maxPendingMs &&
      !(await isReported(ended, context, logOut))
    ) {
      continue;
    }
    reported.push(ended);
    removeEnded(context, [ended]);
  }
  if (!reported.length) return;
  // Another tab may write these sessions again before it reads that they are reported. Wait until
  // both tabs have read each other's writes, then remove them again.
  await pause(clock, 2 * tabNoticeMs);
  syncFromStorage(context);
  removeEnded(context, reported);
}

/** Removes sessions from those that are to be reported. */
export function removeEnded(context: SessionContext, reported: readonly EndedSession[]): void {
  const { saved, unreported } = context;
  const isLeft = ({ id }: EndedSession): boolean => !reported.some((each) => each.id === id);
  replaceUnreported(context, unreported.filter(isLeft));
  const left = saved?.ended?.filter(isLeft);
  if (saved && left?.length !== saved.ended?.length) {
    persist(context, saved.session, { ended: left });
  }
}

/**
 * Whether the report is settled. A 401 is a success: the session was gone already. A failure that a
 * proxy may have sent settles nothing.
 */
async function isReported(
  ended: EndedSession,
  { emit }: SessionContext,
  logOut: LogOut,
): Promise<boolean> {
  try {
    await logOut(ended);
    return true;
  } catch (error) {
    if ((error as { status?: number }).status === 401) return true;
    if (isUsherError(error) && isRepeated(error)) return false;
    emit('error', error as Error);
    return true;
  }
}

/** Whether a report is repeated after an error. */
const isRepeated = (error: AnyUsherError): boolean =>
  error.retryable || error.code === 'aborted' || error.code === 'malformed' || mayBeByProxy(error);
