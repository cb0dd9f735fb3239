import type { TextStore } from '../browser/storage.ts';
import { endSession, persist, syncFromStorage, refresh } from './held.ts';
import type { Held } from './held.ts';
import type { EndedSession, Saved, SavedSession } from './saved-session.ts';
import { writeSaved } from './write-saved.ts';

/** The session of this page, or one that an earlier page kept and this page has not asked for. */
export const presentSession = ({ current, saved }: Held): SavedSession | undefined =>
  current ?? saved?.session;

/** Ends the session at once, in all tabs. Gives back what it was. */
export function endEverywhere(held: Held): SavedSession | undefined {
  readMirrorNow(held);
  const { saved } = held;
  const session = presentSession(held);
  if (saved) {
    persist(held, undefined, { ended: [...(saved.ended ?? []), ...ended(held, session)] }, true);
  }
  close(held);
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
export function eraseSession(held: Held, isWithdrawn: boolean): SavedSession | undefined {
  readMirrorNow(held);
  const {
    saved,
    settings: { key },
    browser: { clock },
    store,
    background,
  } = held;
  const session = presentSession(held);
  held.untold = [...held.untold, ...(saved?.ended ?? []), ...ended(held, session)];
  held.saved = erasureAfter(saved, clock.now(), isWithdrawn);
  held.text = writeErasure(store, key, held.saved);
  background.kept?.(held.saved, saved);
  close(held);
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

function readMirrorNow(held: Held): void {
  if (held.background.sync) syncFromStorage(held);
  else refresh(held);
}

function close(held: Held): void {
  held.hasEnded = true;
  endSession(held);
}

/** The platform is told with these, and with nothing else. */
function ended({ browser }: Held, session: SavedSession | undefined): EndedSession[] {
  return session
    ? [{ id: session.id, domain: session.domain, secret: session.secret, at: browser.clock.now() }]
    : [];
}
