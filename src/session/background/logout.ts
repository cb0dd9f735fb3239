import { keepaliveArea } from '../../contract/keepalive.ts';
import { isUsherError } from '../../errors/usher-error.ts';
import { setUntold, tellOnce } from '../ended-sessions.ts';
import { persist } from '../persistence.ts';
import type { SessionContext } from '../session-context.ts';
import type { Request } from '../calls/request.ts';
import type { EndedSession } from '../saved-session.ts';

/** After a day without keepalive a session is over for the platform too. */
const longestPendingMs = 86_400_000;

/**
 * Tells the platform of sessions that have ended here. What does not reach it is told later: by the
 * next page, or when it can be reached again.
 */
export const tellLogouts = (request: Request, context: SessionContext): Promise<void> =>
  tellOnce(context, () => tellEach(request, context));

async function tellEach(request: Request, context: SessionContext): Promise<void> {
  const { clock } = context.browser;
  for (const ended of [...context.untold, ...(context.saved?.ended ?? [])]) {
    if (
      Math.abs(clock.now() - ended.at) < longestPendingMs &&
      !(await isTold(request, ended, context))
    ) {
      continue;
    }
    const { saved } = context;
    setUntold(
      context,
      context.untold.filter(({ id }) => id !== ended.id),
    );
    const left = saved?.ended?.filter(({ id }) => id !== ended.id);
    if (saved && left?.length !== saved.ended?.length) {
      persist(context, saved.session, { ended: left });
    }
  }
}

/** Whether that is settled. A 401 is success: it was gone anyway. */
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
