import type { WritableAtom } from 'nanostores';
import type { Browser } from '../browser/browser.ts';
import { show } from '../browser/events.ts';
import type { LoadChunk, Signals } from '../browser/load-chunk.ts';
import type { Persistence, TextStore } from '../browser/storage.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Incident } from '../dialect/incident-reader.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { Call } from '../transport/call.ts';
import type { CallLog } from '../transport/call-log.ts';
import { transition } from './machine.ts';
import type { SessionEvent } from './machine.ts';
import type { Opening } from './opening.ts';
import { isErasure, readSaved } from './saved-session.ts';
import type { EndedSession, Saved, SavedSession } from './saved-session.ts';
import type { EmitSession } from './session-events.ts';
import { sessionState } from './session-state.ts';
import type { Late, SessionDetails, SessionState, User } from './session-state.ts';
import type { Settings } from './settings.ts';
import { writeSaved } from './write-saved.ts';

export interface SessionOptions {
  readonly settings: Settings;
  readonly browser: Browser;
  readonly dialect: Partial<Dialect>;
  /** The opening that left before the runtime was made. */
  readonly opening?: Opening | undefined;
  readonly emit: EmitSession;
  readonly loadChunk: LoadChunk;
  readonly loadCalls: (
    signals?: Signals,
  ) => Promise<{ readonly call: Call; readonly log: CallLog }>;
}

/**
 * What keeps a session beside its calls: loaded when the page is idle, so each may still be
 * missing.
 */
export interface BackgroundTasks {
  /** Looks at what other tabs have kept meanwhile. */
  sync?: () => void;
  /** Runs an opening while no other tab does; gives back what another tab opened meanwhile. */
  guard?: (open: () => Promise<SavedSession | undefined>) => Promise<SavedSession | undefined>;
  /** Asks whether a session that has not been kept alive in time still lives. */
  revive?: () => Promise<unknown>;
  /** Something else is kept now. */
  kept?: (saved: Saved, before: Saved | undefined) => void;
  /** Tells the platform of sessions that have ended. */
  tell?: () => Promise<void>;
}

/** What a driver holds. */
export interface Held extends SessionOptions {
  opening?: Opening | undefined;
  readonly $session: WritableAtom<SessionState>;
  readonly $user: WritableAtom<User | null>;
  readonly background: BackgroundTasks;
  persistence: Persistence;
  store: TextStore;
  /** What is kept, and its text in the store. */
  saved?: Saved | undefined;
  text: string | null;
  current?: SavedSession | undefined;
  /** Monotonic time at which `current` was kept alive, as far as this page can know. */
  aliveAt: number;
  /** What is known where there is no session: the domain is player-only, or init is down. */
  details?: SessionDetails | undefined;
  /** The opening under way. */
  pending?: Promise<SavedSession | undefined> | undefined;
  /** The platform no longer knows `current`, which is shown until there is another. */
  lost?: boolean;
  /**
   * The session that is opened after a pause, while several are lost one after the other; rejected
   * where the pause is long.
   */
  paused?: Promise<SavedSession | undefined> | undefined;
  /**
   * Why a session that replaced a lost one is not trusted yet: several were lost in a row, and no
   * call has succeeded since.
   */
  doubt?: UsherError | undefined;
  /** The ID of the last session with which a call of this page has succeeded. */
  confirmed?: string | undefined;
  /** Openings that failed one after the other. */
  failures: number;
  /** Aborted when the present session ends. */
  life: AbortController;
  /** What is wrong with sessions at the platform, as far as it was asked. */
  incident?: Incident | undefined;
  cancelOpening: () => void;
  cancelProbe: () => void;
  /** A session has ended on this page: what IndexedDB may still hold of it is not looked for. */
  hasEnded?: boolean;
  /**
   * Parts of the runtime that change with the session: called within each change, before any
   * listener of the page.
   */
  readonly observers: Set<() => void>;
  /** Starts the background tasks now. Otherwise they start when the page is idle. Never rejects. */
  startBackground: () => Promise<void>;
  /**
   * Sessions that ended with an erasure: known to this page only, since an erasure keeps nothing.
   */
  untold: readonly EndedSession[];
  /** The platform is being told of ended sessions. */
  telling?: Promise<void> | undefined;
  disposed?: boolean;
}

/**
 * What is kept may have changed since: another tab writes it too, and so did the opening that left
 * before this was made.
 */
export function refresh(held: Held): void {
  const found = readMirror(held);
  if (found && found.epoch >= (held.saved?.epoch ?? 0)) held.saved = found;
}

/** The record that stands in the mirror. */
export const readMirror = ({ store, settings }: Held): Saved | undefined =>
  readSaved(store, settings.key);

/**
 * Reads what other tabs have written. Before the background tasks run, it only checks whether the
 * session is still the same.
 */
export function syncFromStorage(held: Held): void {
  const { background, current, saved: before, $user, emit } = held;
  if (background.sync) return background.sync();
  if (!current || held.lost) return;
  refresh(held);
  const { saved } = held;
  if (
    !saved ||
    saved.session?.id === current.id ||
    (saved.session && saved.epoch === before?.epoch)
  ) {
    return;
  }
  const user = $user.get();
  if (isErasure(saved) && saved.isWithdrawn) switchToMemory(held);
  endSession(held); // what another tab has in its stead is gone on with when it is needed
  if (!saved.session) emit('logout', user);
}

/** Whether two are the same session of the same user. */
export const isSameSession = (one: SavedSession | undefined, other: SavedSession): boolean =>
  one?.id === other.id && one.user?.id === other.user?.id;

/** What tells duplicated tabs of one session apart. */
function markOf({ saved, browser }: Held, begins: boolean): string {
  return begins || !saved?.mark ? String(browser.random()).slice(2) : saved.mark;
}

/**
 * Keeps a session, or that there is none. An end and a change of session or user begin an epoch.
 */
export function persist(
  held: Held,
  session: SavedSession | undefined,
  changes: Partial<Saved> = {},
  ends = false,
): void {
  const { saved, store, settings, browser, background } = held;
  if (held.disposed) return;
  const before = saved?.session;
  const begins = ends || (session ? !isSameSession(before, session) : !!before);
  held.saved = {
    hash: session?.hash ?? '',
    ...saved,
    epoch: (saved?.epoch ?? 0) + (begins ? 1 : 0),
    revision: (saved?.revision ?? 0) + 1,
    since: begins || !saved ? Math.max(browser.clock.now(), (saved?.since ?? 0) + 1) : saved.since, // also when the clock is set back
    mark: held.persistence === 'tab' ? markOf(held, begins) : undefined,
    ...changes,
    session,
  };
  held.text = writeSaved(store, settings.key, held.saved);
  background.kept?.(held.saved, saved);
}

/** The session is there: opened, kept alive, or taken over. */
export function activate(held: Held, session: SavedSession, event: SessionEvent = 'opened'): void {
  const { clock } = held.browser;
  const shown = held.$user.value;
  // Calls of the first user end, also when another tab brought the second.
  if (shown && shown.id !== session.user?.id) abortCalls(held);
  held.current = session;
  held.lost = false;
  held.paused = undefined;
  held.failures = 0;
  held.details = undefined;
  held.aliveAt = clock.monotonic() - Math.max(0, clock.now() - session.at);
  held.cancelProbe();
  dispatch(held, event);
}

/** Calls of the session are aborted. */
export function abortCalls(held: Held): void {
  held.life.abort();
  held.life = new AbortController();
}

/** From now on nothing is kept. */
export function switchToMemory(held: Held): void {
  held.persistence = 'none';
  held.store = held.browser.textStore('none');
}

/** The session is over: calls with it are aborted. */
export function endSession(held: Held): void {
  abortCalls(held);
  held.cancelOpening();
  held.cancelProbe();
  held.pending = undefined;
  held.current = undefined;
  held.details = undefined;
  held.paused = undefined;
  held.doubt = undefined;
  held.opening = undefined;
  dispatch(held, 'end');
}

/**
 * Shows what an event makes of the state, in all stores together. The page's listeners run
 * afterwards.
 */
export function dispatch(held: Held, event?: SessionEvent, error?: UsherError, late?: Late): void {
  const { $session, $user, current, details, browser, emit, observers } = held;
  const before = $session.get();
  const next = event ? transition(before.status, event) : before.status;
  const status = next === 'ready' && held.doubt ? 'degraded' : next;
  const since = status === before.status ? before.since : browser.clock.now();
  const state = sessionState(
    status,
    current ?? details,
    since,
    error ?? (status === 'degraded' ? held.doubt : undefined),
    late,
    held.incident,
  );
  show($session, state);
  if (state.user?.id !== before.user?.id) show($user, state.user);
  emit('session', state);
  for (const observe of Array.from(observers)) observe();
}
