import { keepaliveArea } from '../../contract/keepalive.ts';
import { isUsherError } from '../../errors/is-usher-error.ts';
import { setUnreported, reportOnce } from '../ended-sessions.ts';
import { persist } from '../persistence.ts';
import type { SessionContext } from '../session-context.ts';
import type { Request } from '../calls/request.ts';
import type { EndedSession } from '../saved-session.ts';

/** After a day without a keepalive the platform ends a session itself. */
const longestPendingMs = 86_400_000;

/**
 * Reports to the platform which sessions have ended here. A failed report is repeated by the next
 * page, or when the platform is reachable again.
 */
export const tellLogouts = (request: Request, context: SessionContext): Promise<void> =>
  reportOnce(context, () => tellEach(request, context));

async function tellEach(request: Request, context: SessionContext): Promise<void> {
  const { clock } = context.browser;
  for (const ended of [...context.unreported, ...(context.saved?.ended ?? [])]) {
    if (
      Math.abs(clock.now() - ended.endedAt) < longestPendingMs &&
      !(await isTold(request, ended, context))
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
async function isTold(
  request: Request,
  ended: EndedSession,
  { emit }: SessionContext,
): Promise<boolean> {
  try {
    await request(keepaliveArea, 'logout', {}, { ended });
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
