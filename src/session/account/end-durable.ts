import { withEnded } from '../state/ended-sessions.ts';
import type { SessionContext } from '../state/session-context.ts';
import { findDurable } from '../storage/find-durable.ts';
import { adoptRecord, persistNewEpoch } from '../storage/persistence.ts';
import { reportEnd } from './send-logout.ts';

/** How long a logout waits for IndexedDB, in ms. Nothing else waits for it. */
const timeoutMs = 2000;

/**
 * Ends the session of an earlier page that only IndexedDB has, because localStorage is full or
 * blocked: the next page would use it again.
 */
export async function endDurable(context: SessionContext): Promise<void> {
  const { browser, settings } = context;
  const found = await findDurable(browser, settings.key, timeoutMs);
  if (!found?.session || context.saved || context.disposal.aborted) return;
  adoptRecord(context, found);
  const ended = withEnded(found.ended, found.session, browser.clock.now());
  persistNewEpoch(context, undefined, { ended });
  await context.startBackground();
  await context.background?.lease.commit();
  reportEnd(context);
}
