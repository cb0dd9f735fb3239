import type { CommonEvents, Emit } from '../browser/events.ts';
import type { SessionState, User } from './session-state.ts';

/** What a page can hear of its session. */
export interface SessionEvents extends CommonEvents {
  /** The session changed. A new subscriber gets the present one at once. */
  session: SessionState;
  login: User;
  logout: User | null;
  /** The session came back as somebody else's: nothing was repeated. */
  'identity-changed': { readonly before: User | null; readonly now: User | null };
}

export type EmitSession = Emit<SessionEvents>;
