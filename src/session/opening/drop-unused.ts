import { nothing } from '../../browser/nothing.ts';
import { sendLogout } from '../account/send-logout.ts';
import type { SessionContext } from '../state/session-context.ts';
import type { SessionRecord } from '../storage/saved-session.ts';
import { loadFailures } from './load-failures.ts';
import type { OpeningResult } from './opening.ts';

/**
 * Drops the result of an opening, because another tab has ended or opened a session meanwhile, or
 * IndexedDB had one. A new session that no tab uses is logged out; the platform may have given both
 * openings the same one. A failed opening still counts: the platform may have requested to wait.
 */
export async function dropUnused(
  context: SessionContext,
  result: OpeningResult,
  now: SessionRecord | undefined,
): Promise<void> {
  const { received, session, before } = result;
  if (!received) return;
  if (!session) {
    await loadFailures(context, context.disposal).then(
      ({ countDropped }) => countDropped(context, result),
      nothing, // the runtime is disposed of, or its server is lost
    );
  } else if (session.id !== now?.session?.id && session.id !== before?.session?.id) {
    // The tab that has ended a session from before the request logs that one out.
    void sendLogout(context, session);
  }
}
