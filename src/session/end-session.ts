import type { TextStore } from '../browser/storage.ts';
import { setUntold } from './ended-sessions.ts';
import { endForGood, syncFromStorage } from './lifetime.ts';
import { persist, refresh, replaceRecord } from './persistence.ts';
import type { SessionContext } from './session-context.ts';
import type { EndedSession, Saved, SavedSession } from './saved-session.ts';
import { writeSaved } from './write-saved.ts';

/** The session of this page, or one that an earlier page kept and this page has not asked for. */
export const presentSession = ({ current, saved }: SessionContext): SavedSession | undefined =>
  current ?? saved?.session;

/** Ends the session at once, in all tabs. Gives back what it was. */
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
 * Erases everything at once, in all tabs: a record with an epoch of its own takes the place of what
 * is kept, and stands above every older one, whichever page still has it. It holds nothing of the
 * viewer. Gives back the session that has ended.
 *
 * The mirror alone is written in this task: IndexedDB cannot be, and stores that wait for it would
 * still show the viewer. The durable record is written beside it, and `forget()` resolves after
 * that. A page that is left before finds the erasure in the mirror, and completes it.
 */
export function eraseSession(
  context: SessionContext,
  isWithdrawn: boolean,
): SavedSession | undefined {
  readMirrorNow(context);
  const { saved, background } = context;
  const session = presentSession(context);
  const erasure = erasureAfter(saved, context.browser.clock.now(), isWithdrawn);
  setUntold(context, [...context.untold, ...(saved?.ended ?? []), ...ended(context, session)]);
  replaceRecord(context, erasure, writeErasure);
  background.kept?.(erasure, saved);
  endForGood(context);
  return session;
}

/**
 * So far above the present epoch that no epoch which another tab begins in the same moment reaches
 * it.
 */
const erasureStep = 1000;
const secondMs = 1000;

/** The record that takes the place of another. */
export function erasureAfter(saved: Saved | undefined, now: number, isWithdrawn: boolean): Saved {
  // By the clock, too: a later erasure stands above an earlier one whose number was lost.
  const epoch = Math.max((saved?.epoch ?? 0) + erasureStep, Math.floor(now / secondMs));
  return {
    hash: '',
    epoch,
    since: Math.max(now, (saved?.since ?? 0) + 1),
    revision: 0,
    erasedEpoch: epoch,
    isWithdrawn,
  };
}

/** Writes an erasure. A store that is full, or takes nothing new, at least removes what it has. */
export function writeErasure(store: TextStore, key: string, erasure: Saved): string {
  const text = writeSaved(store, key, erasure);
  if (store.get(key) !== text) store.set(key, null);
  store.set(`${key}|claim`, null);
  return text;
}

function readMirrorNow(context: SessionContext): void {
  if (context.background.sync) syncFromStorage(context);
  else refresh(context);
}

/** The platform is told with these, and with nothing else. */
function ended({ browser }: SessionContext, session: SavedSession | undefined): EndedSession[] {
  return session
    ? [{ id: session.id, domain: session.domain, secret: session.secret, at: browser.clock.now() }]
    : [];
}
