import { keepaliveArea } from '../../contract/keepalive.ts';
import { isUsherError } from '../../errors/usher-error.ts';
import { persist } from '../held.ts';
import type { Held } from '../held.ts';
import type { Request } from '../calls/request.ts';
import type { EndedSession } from '../saved-session.ts';

/** After a day without keepalive a session is over for the platform too. */
const longestPendingMs = 86_400_000;

/**
 * Tells the platform of sessions that have ended here. What does not reach it is told later: by the
 * next page, or when it can be reached again.
 */
export function tellLogouts(request: Request, held: Held): Promise<void> {
  held.telling ??= tellEach(request, held).finally(() => {
    held.telling = undefined;
  });
  return held.telling;
}

async function tellEach(request: Request, held: Held): Promise<void> {
  const { clock } = held.browser;
  for (const ended of [...held.untold, ...(held.saved?.ended ?? [])]) {
    if (
      Math.abs(clock.now() - ended.at) < longestPendingMs &&
      !(await isTold(request, ended, held))
    ) {
      continue;
    }
    const { saved } = held;
    held.untold = held.untold.filter(({ id }) => id !== ended.id);
    const left = saved?.ended?.filter(({ id }) => id !== ended.id);
    if (saved && left?.length !== saved.ended?.length) {
      persist(held, saved.session, { ended: left });
    }
  }
}

/** Whether that is settled. A 401 is success: it was gone anyway. */
async function isTold(request: Request, ended: EndedSession, { emit }: Held): Promise<boolean> {
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
