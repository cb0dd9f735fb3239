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
    saved = { hash, session };
    writeSaved(store, key, saved);
  };
  const adopt = (session: SavedSession, hash = saved ? saved.hash : session.hash): void => {
    current = session;
    keep(session, hash);
    apply('opened');
  };
  const begin = async (event: SessionEvent): Promise<SavedSession> => {
    const { signal } = life;
    try {
      await browser.page.activated(); // from here on `pending` is set: what the page hears may call us
      apply(event);
      const opening = entry.opening ?? kit.open(settings, saved, { now: clock.now, random: browser.random, fetch: browser.fetch });
      entry.opening = undefined;
      const received = await opening.received;
      if (signal.aborted) throw new AbortedError();
      const session = received ? readOpening(received, opening, settings, dialect) : opening.kept!;
      adopt(session, opening.hash);
      return session;
    } catch (error) {
      const { code } = error as UsherError;
      if (!signal.aborted) apply(code === 'network' || code === 'timeout' ? 'unreachable' : 'refused', error as UsherError);
      throw error;
    } finally {
      if (!signal.aborted) pending = undefined;
    }
  };
  const ready = (): Promise<SavedSession> => {
    if (disposed) return Promise.reject(new AbortedError());
    if (pending) return pending;
    return current ? Promise.resolve(current) : (pending = begin('open'));
  };
  const end = (): SavedSession | undefined => {
    const ended = current;
    life.abort();
    life = new AbortController();
    pending = undefined;
    entry.opening = undefined;
    current = undefined;
    if (saved) keep(undefined, saved.hash);
    apply('end');
    return ended;
  };

  return {
    $session: readOnly($session),
    $user: readOnly($user),
    ready,
    current: () => current,
    adopt,
    replace(lost) {
      if (pending || current?.id !== lost.id) return ready();
      current = undefined;
      // Without its fingerprint the kept session is asked about, not gone on with.
      keep({ ...lost, fingerprint: '' }, saved!.hash);
      return (pending = begin('lost'));
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
