/** Where a session stands. */
export type Status = 'idle' | 'opening' | 'ready' | 'static' | 'offline' | 'degraded' | 'ended';

/** What can happen to it. */
export type SessionEvent =
  /** Somebody needs a session. */
  | 'open'
  /** A session came, from the platform or an earlier page. */
  | 'opened'
  /** Another tab opened one, or kept it alive. */
  | 'taken'
  /** Static details came: the domain is player-only, or init is down. */
  | 'static'
  /** The platform could not be reached. */
  | 'unreachable'
  /** The platform answered, but gave no session. */
  | 'refused'
  /** The platform no longer knows the session. */
  | 'lost'
  /** Logged out, here or in another tab. */
  | 'end';

/** What an event makes of each state; a pair that is not named changes nothing. */
const transitions: Readonly<Record<Status, Readonly<Partial<Record<SessionEvent, Status>>>>> = {
  idle: { open: 'opening', opened: 'ready', static: 'static', end: 'ended' },
  opening: { opened: 'ready', taken: 'ready', static: 'static', unreachable: 'offline', refused: 'degraded', end: 'ended' },
  ready: { unreachable: 'offline', refused: 'degraded', lost: 'opening', end: 'ended' },
  static: { opened: 'ready', taken: 'ready', end: 'ended' },
  offline: { open: 'opening', opened: 'ready', taken: 'ready', static: 'static', refused: 'degraded', lost: 'opening', end: 'ended' },
  degraded: { open: 'opening', opened: 'ready', taken: 'ready', static: 'static', unreachable: 'offline', lost: 'opening', end: 'ended' },
  ended: { open: 'opening', taken: 'ready' },
};

/** The state after an event: every pair has one. */
export function transition(status: Status, event: SessionEvent): Status {
  return transitions[status][event] ?? status;
}
