import type { SavedSession } from './saved-session.ts';
import type { SessionEvent } from './machine.ts';
import { dropOpening } from './opening-state.ts';
import type { OpeningState } from './opening-state.ts';
import { isErasure } from './saved-session.ts';
import { keepIn, refresh } from './persistence.ts';
import type { SessionPersistence } from './persistence.ts';
import type { BackgroundTasks, SessionOptions } from './session-options.ts';
import { dispatch, setAlive, setDetails, setDoubt, setSession } from './session-store.ts';
import type { SessionStore } from './session-store.ts';

/** The life of a session on this page, and what waits for the next one. */
export interface SessionLifetime {
  /** Aborted when the present session ends. */
  life: AbortController;
  /** Openings that failed one after the other. */
  failures: number;
  /** Cancels the next try to open a session. */
  cancelProbe: () => void;
  /**
   * The session that is opened after a pause, while several are lost one after the other; rejected
   * where the pause is long.
   */
  paused?: Promise<SavedSession | undefined> | undefined;
  /** The ID of the last session with which a call of this page has succeeded. */
  confirmed?: string | undefined;
  /** A session has ended on this page: what IndexedDB may still hold of it is not looked for. */
  hasEnded?: boolean;
  /** Starts the background tasks now. Otherwise they start when the page is idle. Never rejects. */
  startBackground: () => Promise<void>;
  disposed?: boolean;
}

/** What the functions of this file need of a session: a start or an end changes all of it. */
type LifetimeParts = SessionLifetime &
  SessionStore &
  SessionPersistence &
  OpeningState &
  Pick<SessionOptions, 'browser' | 'settings' | 'emit'> & { readonly background: BackgroundTasks };

/** The session is there: opened, kept alive, or taken over. */
export function activate(
  context: LifetimeParts,
  session: SavedSession,
  event: SessionEvent = 'opened',
): void {
  const shown = context.$user.value;
  // Calls of the first user end, also when another tab brought the second.
  if (shown && shown.id !== session.user?.id) abortCalls(context);
  setSession(context, session);
  setDetails(context, undefined);
  setAlive(context, session);
  setPaused(context, undefined);
  setFailures(context, 0);
  context.cancelProbe();
  dispatch(context, event);
}

/** The session is over: calls with it are aborted. */
export function endSession(context: LifetimeParts): void {
  abortCalls(context);
  dropOpening(context);
  context.cancelProbe();
  setSession(context, undefined, context.lost);
  setDetails(context, undefined);
  setPaused(context, undefined);
  setDoubt(context, undefined);
  dispatch(context, 'end');
}

/** The session was ended on this page: by the viewer, or by the page. */
export function endForGood(context: LifetimeParts): void {
  context.hasEnded = true;
  endSession(context);
}

/** A call with the session of that ID has succeeded. */
export function setConfirmed(context: LifetimeParts, id: string): void {
  context.confirmed = id;
}

/** Sets what starts the background tasks. */
export function setStartBackground(context: LifetimeParts, start: () => Promise<void>): void {
  context.startBackground = start;
}

/** Calls of the session are aborted. */
export function abortCalls(context: LifetimeParts): void {
  context.life.abort();
  context.life = new AbortController();
}

/** Ends everything for good. What listens opens no session any more. */
export function dispose(context: LifetimeParts): void {
  context.disposed = true;
  endSession(context);
}

export function setFailures(context: LifetimeParts, failures: number): void {
  context.failures = failures;
}

/** Replaces the next try to open a session. */
export function setProbe(context: LifetimeParts, cancel: () => void): void {
  context.cancelProbe();
  context.cancelProbe = cancel;
}

export function setPaused(context: LifetimeParts, paused: SessionLifetime['paused']): void {
  context.paused = paused;
}

/**
 * Reads what other tabs have written. Before the background tasks run, it only checks whether the
 * session is still the same.
 */
export function syncFromStorage(context: LifetimeParts): void {
  const { background, current, saved: before, $user, emit } = context;
  if (background.sync) return background.sync();
  if (!current || context.lost) return;
  refresh(context);
  const { saved } = context;
  if (
    !saved ||
    saved.session?.id === current.id ||
    (saved.session && saved.epoch === before?.epoch)
  ) {
    return;
  }
  const user = $user.get();
  if (isErasure(saved) && saved.isWithdrawn) keepIn(context, 'none');
  endSession(context); // what another tab has in its stead is gone on with when it is needed
  if (!saved.session) emit('logout', user);
}
