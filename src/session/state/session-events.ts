import type { CommonEvents, Emit } from '../../reactive/events.ts';
import type { CallEvent } from '../../transport/call-event.ts';
import type { SessionState, User } from './session-state.ts';

/** The events of a session for the page. */
export interface SessionEvents extends CommonEvents {
  /** The session changed. A new subscriber receives the present one at once. */
  session: SessionState;
  /** A request to the platform has ended: the opening, keepalives, and each attempt of a call. */
  call: CallEvent;
  login: User;
  logout: User | null;
  /**
   * The session belongs to another user, or to none: another tab has logged in, or the next session
   * has another user. No call was repeated. This page's own `login()` emits `login` instead.
   */
  'identity-changed': { readonly before: User | null; readonly now: User | null };
}

export type EmitSession = Emit<SessionEvents>;
