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
export type Status = (typeof statuses)[number];

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

type Moves = Readonly<Partial<Record<Status, Status>>>;

/** Where each event leads to. A state that is not named stays as it is: every pair is defined. */
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
  taken: {
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

/** The state after an event: every pair has one. */
export const transition = (status: Status, event: SessionEvent): Status =>
  moves[event][status] ?? status;
