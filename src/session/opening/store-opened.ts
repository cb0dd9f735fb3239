import { loginAfterInit } from '../account/announced-login.ts';
import { withEnded } from '../state/ended-sessions.ts';
import type { SessionContext } from '../state/session-context.ts';
import { persist, presentLogin, readMirror } from '../storage/persistence.ts';
import type { SavedSession } from '../storage/saved-session.ts';
import { logOutErased } from '../storage/sync-from-storage.ts';
import { isOtherUser } from './can-resume.ts';
import type { OpeningRequest } from './opening.ts';

/** Stores a session that was opened. Other tabs adopt it. */
export function storeOpened(
  context: SessionContext,
  session: SavedSession,
  opening: OpeningRequest,
): void {
  const { record, browser } = context;
  const now = browser.clock.now();
  const replaced = readMirror(context);
  // Another tab has written it since the request.
  if (replaced && replaced.epochStartedAt > opening.startedAt) logOutErased(context, replaced);
  const login = presentLogin(context) ?? record?.endedLogin;
  const known = opening.before?.login;
  // A login that is over by now may not have been over when the request left.
  const asked = known && known.id === login?.id ? { ...login, endsAt: known.endsAt } : login;
  // The clock may have been set back since then.
  const askedAt = Math.min(now, opening.startedAt);
  const last = record?.session;
  // No page uses the session of another user any more, nor a refused one: the platform is told.
  const isUnused = last && (last.isRefused || isOtherUser(last, context.settings));
  // Nor one that this page has found in IndexedDB while it opened this one.
  const isFound = last && !opening.before?.session;
  const isReplaced = (isUnused || isFound) && last.id !== session.id;
  // An opening for another user names that one, also before the platform carries out the login.
  const before = isUnused || !last ? session : last;
  persist(context, session, {
    // The answer is newer than every earlier record, even one with a higher epoch whose number this
    // device has lost.
    epochStartedAt: Math.max(now, (record?.epochStartedAt ?? 0) + 1),
    ...(isReplaced && { ended: withEnded(record.ended, last, now) }),
    deviceHash: record?.deviceHash || opening.deviceHash,
    login: loginAfterInit(asked, before, session, askedAt),
    failedOpenings: undefined,
  });
}
