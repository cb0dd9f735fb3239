/** Where a session stands. */
export type Status = 'idle' | 'opening' | 'ready' | 'static' | 'offline' | 'degraded' | 'ended';

/** What can happen to it. */
export type SessionEvent =
  /** Somebody needs a session. */
  | 'open'
  /** A session came, from the platform, an earlier page or another tab. */
  | 'opened'
  /** The domain is player-only, and its static details came. */
  | 'static'
  /** The platform could not be reached. */
  | 'unreachable'
  /** The platform answered, but gave no session. */
  | 'refused'
  /** The platform no longer knows the session. */
  | 'lost'
  /** Logged out, here or in another tab. */
  | 'end';

/** Every pair is defined; a pair that changes nothing names its own state. */
const transitions: Readonly<Record<Status, Readonly<Record<SessionEvent, Status>>>> = {
  idle: { open: 'opening', opened: 'ready', static: 'static', unreachable: 'idle', refused: 'idle', lost: 'idle', end: 'ended' },
  opening: { open: 'opening', opened: 'ready', static: 'static', unreachable: 'offline', refused: 'degraded', lost: 'opening', end: 'ended' },
  ready: { open: 'ready', opened: 'ready', static: 'ready', unreachable: 'offline', refused: 'degraded', lost: 'opening', end: 'ended' },
  static: { open: 'opening', opened: 'ready', static: 'static', unreachable: 'static', refused: 'static', lost: 'static', end: 'ended' },
  offline: { open: 'opening', opened: 'ready', static: 'static', unreachable: 'offline', refused: 'degraded', lost: 'opening', end: 'ended' },
  degraded: { open: 'opening', opened: 'ready', static: 'static', unreachable: 'offline', refused: 'degraded', lost: 'opening', end: 'ended' },
  ended: { open: 'opening', opened: 'ended', static: 'ended', unreachable: 'ended', refused: 'ended', lost: 'ended', end: 'ended' },
};

/** The state after an event. */
export function transition(status: Status, event: SessionEvent): Status {
  return transitions[status][event];
}
