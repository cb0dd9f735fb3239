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

interface Move {
  readonly to: SessionStatus;
  /** In every other state the event changes nothing: every pair is defined. */
  readonly from: readonly SessionStatus[];
}

const moves: Readonly<Record<SessionEvent, Move>> = {
  open: { to: 'opening', from: ['idle', 'offline', 'degraded', 'ended'] },
  opened: { to: 'ready', from: ['idle', 'opening', 'static', 'offline', 'degraded'] },
  adopted: { to: 'ready', from: ['idle', 'opening', 'static', 'offline', 'degraded', 'ended'] },
  static: { to: 'static', from: ['idle', 'opening', 'offline', 'degraded'] },
  unreachable: { to: 'offline', from: ['opening', 'ready', 'degraded'] },
  refused: { to: 'degraded', from: ['opening', 'ready', 'offline'] },
  lost: { to: 'opening', from: ['ready', 'offline', 'degraded'] },
  end: { to: 'ended', from: ['idle', 'opening', 'ready', 'static', 'offline', 'degraded'] },
};

/** The state after an event. */
export function transition(status: SessionStatus, event: SessionEvent): SessionStatus {
  const { to, from } = moves[event];
  return from.includes(status) ? to : status;
}
