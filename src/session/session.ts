import { atom } from 'nanostores';
import type { ReadableAtom, WritableAtom } from 'nanostores';
import type { Browser } from '../browser/browser.ts';
import { show } from '../browser/events.ts';
import type { Emit } from '../browser/events.ts';
import type { TextStore } from '../browser/storage.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { EmitSession } from './session-events.ts';
import type { Kit } from './kit.ts';
import { transition } from './machine.ts';
import type { SessionEvent } from './machine.ts';
import { readOpening } from './read-opening.ts';
import type { Saved, SavedSession } from './saved-session.ts';
import { sessionState } from './session-state.ts';
import type { SessionState, User } from './session-state.ts';
import type { Settings } from './settings.ts';
import { writeSaved } from './write-saved.ts';

/** The session of one runtime, and what may be done with it. */
export interface SessionDriver {
  readonly $session: ReadableAtom<SessionState>;
  readonly $user: ReadableAtom<User | null>;
  /** The session; opens one when there is none. One request for any number of askers. */
  readonly ready: () => Promise<SavedSession>;
  /** The session as it stands now. */
  readonly current: () => SavedSession | undefined;
  /** Takes a session over: from login, or with the time of a keepalive. */
  readonly adopt: (session: SavedSession) => void;
  /** A new session in the place of one that the platform no longer knows; whoever comes later gets the same. */
  readonly replace: (lost: SavedSession) => Promise<SavedSession>;
  /** Ends the session at once; calls under way are aborted. Gives back what it was. */
  readonly end: () => SavedSession | undefined;
  /** Aborted when the present session ends. */
  readonly signal: () => AbortSignal;
  /** Ends everything, for good. */
  readonly dispose: () => void;
}

export interface SessionOptions {
  readonly settings: Settings;
  readonly browser: Browser;
  readonly dialect: Partial<Dialect>;
  readonly kit: Kit;
  readonly emit: EmitSession;
}

/** What a driver holds. */
interface Held extends SessionOptions {
  readonly $session: WritableAtom<SessionState>;
  readonly $user: WritableAtom<User | null>;
  readonly store: TextStore;
  saved: Saved | undefined;
  current: SavedSession | undefined;
  /** The opening under way. */
  pending: Promise<SavedSession> | undefined;
  /** The platform no longer knows `current`, which is shown until there is another. */
  lost: boolean;
  /** Aborted when the present session ends. */
  life: AbortController;
  cancelOpening: () => void;
  disposed: boolean;
}

export function createSession(options: SessionOptions): SessionDriver {
  const { settings, browser, kit } = options;
  const store = browser.textStore(settings.persistence);
  const held: Held = {
    ...options,
    $session: atom(sessionState('idle', undefined, browser.clock.now())),
    $user: atom<User | null>(null),
    store,
    saved: kit.readSaved(store, settings.key),
    current: undefined,
    pending: undefined,
    lost: false,
    cancelOpening: nothing,
    life: new AbortController(),
    disposed: false,
  };
  return {
    $session: readOnly(held.$session),
    $user: readOnly(held.$user),
    ready: () => ready(held),
    current: () => (held.lost ? undefined : held.current),
    adopt: (session) => adopt(held, session),
    replace: (lost) => replace(held, lost),
    end: () => end(held),
    signal: () => held.life.signal,
    dispose() {
      held.disposed = true;
      held.life.abort();
      held.cancelOpening();
      apply(held, 'end');
    },
  };
}

const nothing = (): void => {};

function ready(held: Held): Promise<SavedSession> {
  if (held.disposed) return Promise.reject(new AbortedError());
  if (held.pending) return held.pending;
  return held.current && !held.lost ? Promise.resolve(held.current) : (held.pending = begin(held, 'open'));
}

/** Opens a session, or goes on with the kept one, and takes it over. */
async function begin(held: Held, event: SessionEvent): Promise<SavedSession> {
  const { settings, browser, kit, dialect } = held;
  const { signal } = held.life;
  try {
    await browser.page.activated(); // from here on `pending` is set: what the page hears may call us
    if (signal.aborted) throw new AbortedError();
    apply(held, event);
    const opening = settings.entry.opening ?? kit.open(settings, held.saved, { ...browser, ...browser.clock });
    settings.entry.opening = undefined;
    held.cancelOpening = opening.cancel ?? held.cancelOpening;
    const received = await opening.received;
    held.cancelOpening = nothing;
    if (signal.aborted) throw new AbortedError();
    const session = received ? readOpening(received, opening, settings, dialect, held.emit) : opening.kept!;
    const { $user, lost } = held;
    const before = $user.get();
    adopt(held, session, opening.hash);
    if (lost && before?.id !== session.user?.id) held.emit('identity-changed', { before, now: $user.get() });
    return session;
  } catch (error) {
    const { code } = error as UsherError;
    if (!signal.aborted) apply(held, code === 'network' || code === 'timeout' ? 'unreachable' : 'refused', error as UsherError);
    throw error;
  } finally {
    if (!signal.aborted) held.pending = undefined;
  }
}

function adopt(held: Held, session: SavedSession, hash: string = held.saved?.hash ?? session.hash): void {
  held.current = session;
  held.lost = false;
  keep(held, session, hash);
  apply(held, 'opened');
}

function replace(held: Held, lost: SavedSession): Promise<SavedSession> {
  if (held.pending || held.current !== lost) return ready(held);
  held.lost = true;
  // Without its fingerprint the kept session is asked about, not gone on with.
  keep(held, { ...lost, fingerprint: '' }, held.saved!.hash);
  return (held.pending = begin(held, 'lost'));
}

function end(held: Held): SavedSession | undefined {
  // One that an earlier page kept is ended too, though nobody has asked for it here.
  const ended = held.current ?? held.saved?.session;
  held.life.abort();
  held.cancelOpening();
  held.life = new AbortController();
  held.pending = held.current = held.settings.entry.opening = undefined;
  if (held.saved) keep(held, undefined, held.saved.hash);
  apply(held, 'end');
  return ended;
}

function keep(held: Held, session: SavedSession | undefined, hash: string): void {
  held.saved = { hash, session };
  writeSaved(held.store, held.settings.key, held.saved);
}

/** Shows what an event makes of the state. */
function apply({ $session, $user, current, browser, emit }: Held, event: SessionEvent, error?: UsherError): void {
  const before = $session.get();
  const status = transition(before.status, event);
  const state = sessionState(status, current, status === before.status ? before.since : browser.clock.now(), error);
  show($session, state, emit as Emit);
  if (state.user?.id !== before.user?.id) show($user, state.user, emit as Emit);
  emit('session', state);
}

/** A store that the page can read but not set; nanostores' `computed` and the bindings take it as it is. */
function readOnly<Value>($store: ReadableAtom<Value>): ReadableAtom<Value> {
  return Object.create($store, { set: {} }) as ReadableAtom<Value>;
}
