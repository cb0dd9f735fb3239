import { nothing } from '../../browser/nothing.ts';
import { withEnded } from '../state/ended-sessions.ts';
import type { SessionContext } from '../state/session-context.ts';
import { findDurable } from '../storage/find-durable.ts';
import { adoptRecord, persistNewEpoch } from '../storage/persistence.ts';
import type { SavedSession, SessionRecord } from '../storage/saved-session.ts';
import { reportEnd, sendLogout } from './send-logout.ts';

/** How long a logout waits for IndexedDB, in ms. Nothing else waits for it. */
const timeoutMs = 2000;

/**
 * Ends the session of an earlier page that only IndexedDB has, because localStorage is full or
 * blocked: the next page would use it again. `calledAt`: the wall time of the logout, in ms. A
 * session that this page opens since then goes on.
 */
export async function endDurable(context: SessionContext, calledAt: number): Promise<void> {
  const { browser, settings } = context;
  const found = await findDurable(browser, settings.key, timeoutMs);
  if (!found?.session) return;
  const end = (): Promise<void> => endFound(context, found, found.session!, calledAt);
  if (context.pending) context.pending.then(end, end).catch(nothing);
  else await end();
}

async function endFound(
  context: SessionContext,
  found: SessionRecord,
  session: SavedSession,
  calledAt: number,
): Promise<void> {
  const { record, browser, disposal } = context;
  if (disposal.aborted) return;
  if (record) {
    // The record of the session that was opened since then replaces this one in IndexedDB.
    const isEarlier = session.keptAliveAt < calledAt && session.id !== record.session?.id;
    return isEarlier ? sendLogout(context, session) : undefined;
  }
  adoptRecord(context, found);
  const ended = withEnded(found.ended, session, browser.clock.now());
  persistNewEpoch(context, undefined, { ended });
  await context.startBackground();
  await context.background?.lease.commit();
  reportEnd(context);
}
