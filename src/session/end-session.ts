import type { TextStore } from '../browser/storage.ts';
import { setUnreported } from './ended-sessions.ts';
import { endForGood, syncFromStorage } from './lifetime.ts';
import { persist, refresh, replaceRecord } from './persistence.ts';
import type { SessionContext } from './session-context.ts';
import type { EndedSession, SessionRecord, SavedSession } from './saved-session.ts';
import { writeSaved } from './write-saved.ts';

/**
 * The step from the present epoch. No epoch that another tab begins at the same moment reaches it.
 */
const erasureStep = 1000;
const secondMs = 1000;

/**
 * The session of this page, or the stored session of an earlier page that this page has not used
 * yet.
 */
export const presentSession = ({ current, saved }: SessionContext): SavedSession | undefined =>
  current ?? saved?.session;

/** Ends the session at once, in all tabs. Returns the ended session. */
export function endEverywhere(context: SessionContext): SavedSession | undefined {
  readMirrorNow(context);
  const { saved } = context;
  const session = presentSession(context);
  if (saved) {
    persist(
      context,
      undefined,
      { ended: [...(saved.ended ?? []), ...ended(context, session)] },
      true,
    );
  }
  endForGood(context);
  return session;
}

/**
 * Erases everything at once, in all tabs. A record with a new epoch replaces the stored one, and
 * supersedes every older one in any page. It holds no data of the viewer. Returns the ended
 * session.
 *
 * Only the mirror is written synchronously. IndexedDB cannot be, and stores that wait for it would
 * still show the viewer. `forget()` resolves after the durable record is written. If the page is
 * left before, the next page completes the erasure.
 */
export function eraseSession(
  context: SessionContext,
  isWithdrawn: boolean,
): SavedSession | undefined {
  readMirrorNow(context);
  const { saved, background } = context;
  const session = presentSession(context);
  const erasure = erasureAfter(saved, context.browser.clock.now(), isWithdrawn);
  setUnreported(context, [
    ...context.unreported,
    ...(saved?.ended ?? []),
    ...ended(context, session),
  ]);
  replaceRecord(context, erasure, writeErasure);
  background.onPersisted?.(erasure, saved);
  endForGood(context);
  return session;
}

/** Returns the erasure that replaces a record. */
export function erasureAfter(
  saved: SessionRecord | undefined,
  now: number,
  isWithdrawn: boolean,
): SessionRecord {
  // The clock counts too: a later erasure supersedes an earlier one whose number was lost.
  const epoch = Math.max((saved?.epoch ?? 0) + erasureStep, Math.floor(now / secondMs));
  return {
    deviceHash: '',
    epoch,
    epochStartedAt: Math.max(now, (saved?.epochStartedAt ?? 0) + 1),
    revision: 0,
    erasedEpoch: epoch,
    isWithdrawn,
  };
}

/** Writes an erasure. A store that is full, or read-only, at least removes its entry. */
export function writeErasure(store: TextStore, key: string, erasure: SessionRecord): string {
  const text = writeSaved(store, key, erasure);
  if (store.get(key) !== text) store.set(key, null);
  store.set(`${key}|claim`, null);
  return text;
}

function readMirrorNow(context: SessionContext): void {
  if (context.background.sync) syncFromStorage(context);
  else refresh(context);
}

/** The only data that is kept to report an end to the platform. */
function ended({ browser }: SessionContext, session: SavedSession | undefined): EndedSession[] {
  return session
    ? [
        {
          id: session.id,
          domain: session.domain,
          secret: session.secret,
          endedAt: browser.clock.now(),
        },
      ]
    : [];
}
