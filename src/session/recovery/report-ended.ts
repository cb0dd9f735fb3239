import { isUsherError } from '../../errors/is-usher-error.ts';
import { setUnreported, reportOnce } from '../ended-sessions.ts';
import { persist } from '../persistence.ts';
import type { SessionContext } from '../session-context.ts';
import type { LeaseManager } from '../background/lease.ts';
import type { SessionDriver } from '../session.ts';
import type { EndedSession } from '../saved-session.ts';

/** Calls logout with the credentials of an ended session. */
export type LogOut = (ended: EndedSession) => Promise<unknown>;

/** After a day without a keepalive the platform ends a session itself. */
const longestPendingMs = 86_400_000;

/**
 * Reports to the platform which sessions have ended here, unless another tab does. A failed report
 * is repeated by the next page, or when the platform is reachable again.
 */
export async function reportEnded(
  { context, signal }: SessionDriver,
  lease: LeaseManager,
  logOut: LogOut,
): Promise<void> {
  if (!(await lease.acquire(signal()))) return;
  await reportOnce(context, () => reportEach(context, logOut));
  await lease.release();
}

async function reportEach(context: SessionContext, logOut: LogOut): Promise<void> {
  const { clock } = context.browser;
  for (const ended of [...context.unreported, ...(context.saved?.ended ?? [])]) {
    if (
      Math.abs(clock.now() - ended.endedAt) < longestPendingMs &&
      !(await isReported(ended, context, logOut))
    ) {
      continue;
    }
    const { saved } = context;
    setUnreported(
      context,
      context.unreported.filter(({ id }) => id !== ended.id),
    );
    const left = saved?.ended?.filter(({ id }) => id !== ended.id);
    if (saved && left?.length !== saved.ended?.length) {
      persist(context, saved.session, { ended: left });
    }
  }
}

/** Whether the report is settled. A 401 is a success: the session was gone already. */
async function isReported(
  ended: EndedSession,
  { emit }: SessionContext,
  logOut: LogOut,
): Promise<boolean> {
  try {
    await logOut(ended);
    return true;
  } catch (error) {
    if (
      isUsherError(error) &&
      (error.retryable || error.code === 'aborted' || error.code === 'malformed')
    ) {
      return false;
    }
    if ((error as { status?: number }).status !== 401) emit('error', error as Error);
    return true;
  }
}
