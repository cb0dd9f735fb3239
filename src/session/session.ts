import { atom } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import type { Browser } from '../browser/browser.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { Emit } from '../events.ts';
import { transition } from './machine.ts';
import type { SessionEvent } from './machine.ts';
import type { Kit } from './kit.ts';
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
  readonly emit: Emit;
}

export function createSession({ settings, browser, dialect, kit, emit }: SessionOptions): SessionDriver {
  const { clock } = browser;
  const { key, entry } = settings;
  const store = browser.textStore(settings.persistence);
  const $session = atom<SessionState>(sessionState('idle', undefined, clock.now()));
  const $user = atom<User | null>(null);
  let saved: Saved | undefined = kit.readSaved(store, key);
  let current: SavedSession | undefined;
  let pending: Promise<SavedSession> | undefined;
  let life = new AbortController();
  let disposed = false;

  const apply = (event: SessionEvent, error?: UsherError): void => {
    const before = $session.get();
    const status = transition(before.status, event);
    const state = sessionState(status, current, status === before.status ? before.since : clock.now(), error);
    $session.set(state);
    if (state.user?.id !== before.user?.id) $user.set(state.user);
    emit('session', state);
  };
  const keep = (session: SavedSession | undefined, hash: string): void => {
    current = session;
    saved = session ? { hash, session } : { hash };
    writeSaved(store, key, saved);
  };
  const fetchSession = async (from: Saved | undefined): Promise<SavedSession> => {
    await browser.page.activated();
    const { signal } = life;
    const opening = entry.opening ?? kit.open(settings, from, { now: clock.now, random: browser.random, fetch: browser.fetch });
    entry.opening = undefined;
    const received = opening.received && (await opening.received);
    if (signal.aborted) throw new AbortedError();
    const session = received ? readOpening(received, opening, settings, dialect) : opening.kept!;
    keep(session, opening.hash);
    apply('opened');
    return session;
  };
  const begin = (event: SessionEvent, from: Saved | undefined): Promise<SavedSession> => {
    apply(event);
    const { signal } = life;
    const attempt = fetchSession(from).catch((error: UsherError) => {
      if (!signal.aborted) apply(error.code === 'network' || error.code === 'timeout' ? 'unreachable' : 'refused', error);
      throw error;
    });
    pending = attempt;
    const settle = (): void => { if (pending === attempt) pending = undefined; };
    attempt.then(settle, settle);
    return attempt;
  };
  const ready = (): Promise<SavedSession> => {
    if (disposed) return Promise.reject(new AbortedError());
    if (pending) return pending;
    return current ? Promise.resolve(current) : begin('open', saved);
  };
  const end = (): SavedSession | undefined => {
    const ended = current;
    life.abort();
    life = new AbortController();
    pending = undefined;
    entry.opening = undefined;
    if (saved) keep(undefined, saved.hash);
    apply('end');
    return ended;
  };

  return {
    $session: readOnly($session),
    $user: readOnly($user),
    ready,
    current: () => current,
    adopt(session) {
      keep(session, saved?.hash ?? session.hash);
      apply('opened');
    },
    replace(lost) {
      if (pending || current?.id !== lost.id) return ready();
      current = undefined;
      // Without its fingerprint the kept session is asked about, not gone on with.
      return begin('lost', { hash: saved?.hash ?? lost.hash, session: { ...lost, fingerprint: '' } });
    },
    end,
    signal: () => life.signal,
    dispose() {
      disposed = true;
      life.abort();
      apply('end');
    },
  };
}

/** A store that the page can read but not set; nanostores' `computed` and the bindings take it as it is. */
function readOnly<Value>($store: ReadableAtom<Value>): ReadableAtom<Value> {
  return Object.create($store, { set: {} }) as ReadableAtom<Value>;
}
