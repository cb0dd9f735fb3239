import type { SavedSession } from './saved-session.ts';
import type { SessionEvent } from './machine.ts';
import { dropOpening } from './opening-state.ts';
import type { OpeningState } from './opening-state.ts';
import { isErasure } from './saved-session.ts';
import { keepIn, refresh } from './persistence.ts';
import type { SessionPersistence } from './persistence.ts';
import type { BackgroundTasks, SessionOptions } from './session-options.ts';
import { dispatch, setAlive, setDetails, setDegradedBy, setSession } from './session-store.ts';
import type { SessionStore } from './session-store.ts';

/** The life of a session on this page, and the timers for the next one. */
export interface SessionLifetime {
  /** Aborted when the present session ends. */
  life: AbortController;
  /** Openings that failed in a row. */
  failures: number;
  /** Cancels the next try to open a session. */
  cancelRetry: () => void;
  /**
   * The next session after several were lost in a row. It is opened after a pause. Rejected when
   * the pause is long.
   */
  paused?: Promise<SavedSession | undefined> | undefined;
  /** ID of the last session with which a call of this page has succeeded. */
  confirmed?: string | undefined;
  /** A session has ended on this page: its record in IndexedDB is not restored. */
  hasEnded?: boolean;
  /** Starts the background tasks now. Otherwise they start when the page is idle. Never rejects. */
  startBackground: () => Promise<void>;
  disposed?: boolean;
}

/** The parts of a session that this file uses. A start or an end changes all of them. */
type LifetimeParts = SessionLifetime &
  SessionStore &
  SessionPersistence &
  OpeningState &
  Pick<SessionOptions, 'browser' | 'settings' | 'emit'> & { readonly background: BackgroundTasks };

/** Shows a session that was opened, kept alive or taken over. */
export function activate(
  context: LifetimeParts,
  session: SavedSession,
  event: SessionEvent = 'opened',
): void {
  const shown = context.$user.value;
  // Calls of the previous user end, also when another tab changed the user.
  if (shown && shown.id !== session.user?.id) abortCalls(context);
  setSession(context, session);
  setDetails(context, undefined);
  setAlive(context, session);
  setPaused(context, undefined);
  setFailures(context, 0);
  context.cancelRetry();
  dispatch(context, event);
}

/** Ends the session: aborts its calls. */
export function endSession(context: LifetimeParts): void {
  abortCalls(context);
  dropOpening(context);
  context.cancelRetry();
  // `lost` stays: an opening that is to replace a lost session then ends with an error.
  setSession(context, undefined, context.lost);
  setDetails(context, undefined);
  setPaused(context, undefined);
  setDegradedBy(context, undefined);
  dispatch(context, 'end');
}

/** Ends a session that the viewer or the page has ended on this page. */
export function endForGood(context: LifetimeParts): void {
  context.hasEnded = true;
  endSession(context);
}

/** Records that a call with this session has succeeded. */
export function setConfirmed(context: LifetimeParts, id: string): void {
  context.confirmed = id;
}

export function setStartBackground(context: LifetimeParts, start: () => Promise<void>): void {
  context.startBackground = start;
}

export function abortCalls(context: LifetimeParts): void {
  context.life.abort();
  context.life = new AbortController();
}

/** Ends everything permanently. Listeners open no session any more. */
export function dispose(context: LifetimeParts): void {
  context.disposed = true;
  endSession(context);
}

export function setFailures(context: LifetimeParts, failures: number): void {
  context.failures = failures;
}

/** Replaces the planned try to open a session. */
export function setRetry(context: LifetimeParts, cancel: () => void): void {
  context.cancelRetry();
  context.cancelRetry = cancel;
}

export function setPaused(context: LifetimeParts, paused: SessionLifetime['paused']): void {
  context.paused = paused;
}

/**
 * Reads changes of other tabs. Before the background tasks run, it only checks whether the session
 * is still the same.
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
  endSession(context); // a session of another tab is adopted when one is needed
  if (!saved.session) emit('logout', user ?? null);
}
