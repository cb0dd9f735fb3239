import { atom } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import { AbortedError } from '../errors/aborted-error.ts';
import { open } from './begin.ts';
import { finish, keep, look, refresh } from './held.ts';
import type { Held, SessionOptions } from './held.ts';
import type { EndedSession, SavedSession } from './saved-session.ts';
import { sessionState } from './session-state.ts';
import type { SessionState, User } from './session-state.ts';

/** The session of one runtime, and what may be done with it. */
export interface SessionDriver {
  readonly $session: ReadableAtom<SessionState>;
  readonly $user: ReadableAtom<User | null>;
  /** The session; opens one when there is none. One request for any number of askers. `undefined` where only static details are known. */
  readonly ready: () => Promise<SavedSession | undefined>;
  /** The session as it stands now. */
  readonly current: () => SavedSession | undefined;
  /** Ends the session at once, in all tabs; calls under way are aborted. Gives back what it was. */
  readonly end: () => SavedSession | undefined;
  /** Aborted when the present session ends, or becomes somebody else's. */
  readonly signal: () => AbortSignal;
  /** For what is loaded later and belongs to the session. */
  readonly held: Held;
  /** Ends everything, for good. */
  readonly dispose: () => void;
}

export function createSession(options: SessionOptions): SessionDriver {
  const held = createHeld(options);
  return {
    $session: readOnly(held.$session),
    $user: readOnly(held.$user),
    ready: () => ready(held),
    current: () => (held.lost ? undefined : held.current),
    end: () => end(held),
    signal() {
      held.upkeep.sync?.();
      return held.life.signal;
    },
    held,
    dispose() {
      held.disposed = true; // what listens opens no session any more
      finish(held);
    },
  };
}

const nothing = (): void => {};

function createHeld(options: SessionOptions): Held {
  const { settings, browser } = options;
  const store = browser.textStore(settings.persistence);
  return {
    ...options,
    $session: atom(sessionState('idle', undefined, browser.clock.now())),
    $user: atom<User | null>(null),
    upkeep: {},
    store,
    persistence: settings.persistence,
    text: null,
    aliveAt: 0,
    failures: 0,
    life: new AbortController(),
    cancelOpening: nothing,
    cancelProbe: nothing,
    startUpkeep: async () => {},
  };
}

/** After 15 min without keepalive the platform may have ended a session: it is asked before anything else is. */
const longestGapMs = 900_000;

function ready(held: Held): Promise<SavedSession | undefined> {
  if (held.disposed) return Promise.reject(new AbortedError());
  const { upkeep, browser: { clock } } = held;
  look(held);
  const { current, pending, lost } = held;
  if (!current || pending || lost) return settled(held);
  const gapMs = Math.max(clock.now() - current.at, clock.monotonic() - held.aliveAt);
  if (gapMs < longestGapMs) return Promise.resolve(current);
  return upkeep.revive ? upkeep.revive().then(() => settled(held)) : open(held, 'open');
}

/** What there is, or is to come. */
function settled(held: Held): Promise<SavedSession | undefined> {
  const { current, pending, lost, details } = held;
  if (pending) return pending;
  if (current && !lost) return Promise.resolve(current);
  return details ? Promise.resolve(undefined) : open(held, 'open');
}

function end(held: Held): SavedSession | undefined {
  const { upkeep } = held;
  if (upkeep.sync) upkeep.sync();
  else refresh(held);
  const { current, saved, browser } = held;
  // One that an earlier page kept is ended too, though nobody has asked for it here.
  const session = current ?? saved?.session;
  const ended = saved?.ended ?? [];
  if (saved) keep(held, undefined, { ended: session ? [...ended, endedSession(session, browser.clock.now())] : ended }, true);
  held.hasEnded = true;
  finish(held);
  return session;
}

const endedSession = ({ id, domain, secret }: SavedSession, at: number): EndedSession => ({ id, domain, secret, at });

/** A store that the page can read but not set; nanostores' `computed` and the bindings take it as it is. */
export function readOnly<Value>($store: ReadableAtom<Value>): ReadableAtom<Value> {
  return Object.create($store, { set: {} }) as ReadableAtom<Value>;
}
