import type { WritableAtom } from 'nanostores';
import { show } from '../browser/events.ts';
import type { Incident } from '../dialect/incident-reader.ts';
import type { UsherError } from '../errors/usher-error.ts';
import { transition } from './machine.ts';
import type { SessionEvent } from './machine.ts';
import type { SavedSession } from './saved-session.ts';
import type { SessionOptions } from './session-options.ts';
import { sessionState } from './session-state.ts';
import type { Late, SessionDetails, SessionState, User } from './session-state.ts';

/** What is known of the session, and the stores that show it. */
export interface SessionStore {
  readonly $session: WritableAtom<SessionState>;
  readonly $user: WritableAtom<User | null>;
  /**
   * Parts of the runtime that change with the session: called within each change, before any
   * listener of the page.
   */
  readonly observers: Set<() => void>;
  current?: SavedSession | undefined;
  /** The platform no longer knows `current`, which is shown until there is another. */
  lost?: boolean;
  /** Monotonic time at which `current` was kept alive, as far as this page can know. */
  aliveAt: number;
  /** What is known where there is no session: the domain is player-only, or init is down. */
  details?: SessionDetails | undefined;
  /**
   * Why a session that replaced a lost one is not trusted yet: several were lost in a row, and no
   * call has succeeded since.
   */
  doubt?: UsherError | undefined;
  /** What is wrong with sessions at the platform, as far as it was asked. */
  incident?: Incident | undefined;
}

/** What the functions of this file need of a session. */
type StoreParts = SessionStore & Pick<SessionOptions, 'browser' | 'emit'>;

/** Takes a session, or none. `isLost`: it is shown until there is another. */
export function setSession(
  context: StoreParts,
  session: SavedSession | undefined,
  isLost = false,
): void {
  context.current = session;
  context.lost = isLost;
}

/** Takes what is known without a session. */
export function setDetails(context: StoreParts, details: SessionDetails | undefined): void {
  context.details = details;
}

/** Notes when the session was kept alive, by the clock of the page. */
export function setAlive(context: StoreParts, { at }: SavedSession): void {
  const { clock } = context.browser;
  context.aliveAt = clock.monotonic() - Math.max(0, clock.now() - at);
}

/** Says why the session is not trusted; `undefined` once it is. */
export function setDoubt(context: StoreParts, doubt: UsherError | undefined): void {
  context.doubt = doubt;
}

export function setIncident(context: StoreParts, incident: Incident | undefined): void {
  context.incident = incident;
}

/**
 * Shows what an event makes of the state, in all stores together. The page's listeners run
 * afterwards.
 */
export function dispatch(
  context: StoreParts,
  event?: SessionEvent,
  error?: UsherError,
  late?: Late,
): void {
  const { $session, $user, current, details, browser, emit, observers } = context;
  const before = $session.get();
  const next = event ? transition(before.status, event) : before.status;
  const status = next === 'ready' && context.doubt ? 'degraded' : next;
  const since = status === before.status ? before.since : browser.clock.now();
  const state = sessionState(
    status,
    current ?? details,
    since,
    error ?? (status === 'degraded' ? context.doubt : undefined),
    late,
    context.incident,
  );
  show($session, state);
  if (state.user?.id !== before.user?.id) show($user, state.user);
  emit('session', state);
  for (const observe of Array.from(observers)) observe();
}
