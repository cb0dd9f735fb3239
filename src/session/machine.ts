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

/** The state that an event leads to, and the states in which it changes nothing. */
const moves: Readonly<Record<SessionEvent, readonly [to: Status, except: readonly Status[]]>> = {
  open: ['opening', ['ready', 'static']],
  opened: ['ready', ['ended']],
  taken: ['ready', ['idle']],
  static: ['static', ['ready', 'ended']],
  unreachable: ['offline', ['idle', 'static', 'ended']],
  refused: ['degraded', ['idle', 'static', 'ended']],
  lost: ['opening', ['idle', 'static', 'ended']],
  end: ['ended', []],
};

/** The state after an event: every pair has one. */
export function transition(status: Status, event: SessionEvent): Status {
  const [to, except] = moves[event];
  return except.includes(status) ? status : to;
}
