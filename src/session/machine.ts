export const statuses = [
  'idle',
  'opening',
  'ready',
  'static',
  'offline',
  'degraded',
  'ended',
] as const;

/** The state of a session. */
export type SessionStatus = (typeof statuses)[number];

/** The events of a session. */
export type SessionEvent =
  /** A caller needs a session. */
  | 'open'
  /** A session is available, from the platform or an earlier page. */
  | 'opened'
  /** Another tab has opened the session, or kept it alive. */
  | 'adopted'
  /** Static details are available: the domain is player-only, or init fails. */
  | 'static'
  /** The platform could not be reached. */
  | 'unreachable'
  /** The platform answered, but gave no session. */
  | 'refused'
  /** The platform no longer knows the session. */
  | 'lost'
  /** The session has ended, here or in another tab. */
  | 'end';

type Moves = Readonly<Partial<Record<SessionStatus, SessionStatus>>>;

/**
 * The next state of each event. A state that is not listed stays the same: every pair is defined.
 */
const moves: Readonly<Record<SessionEvent, Moves>> = {
  open: {
    idle: 'opening',
    offline: 'opening',
    degraded: 'opening',
    ended: 'opening',
  },
  opened: {
    idle: 'ready',
    opening: 'ready',
    static: 'ready',
    offline: 'ready',
    degraded: 'ready',
  },
  adopted: {
    opening: 'ready',
    static: 'ready',
    offline: 'ready',
    degraded: 'ready',
    ended: 'ready',
  },
  static: {
    idle: 'static',
    opening: 'static',
    offline: 'static',
    degraded: 'static',
  },
  unreachable: {
    opening: 'offline',
    ready: 'offline',
    degraded: 'offline',
  },
  refused: {
    opening: 'degraded',
    ready: 'degraded',
    offline: 'degraded',
  },
  lost: {
    ready: 'opening',
    offline: 'opening',
    degraded: 'opening',
  },
  end: {
    idle: 'ended',
    opening: 'ended',
    ready: 'ended',
    static: 'ended',
    offline: 'ended',
    degraded: 'ended',
  },
};

export const transition = (status: SessionStatus, event: SessionEvent): SessionStatus =>
  moves[event][status] ?? status;
