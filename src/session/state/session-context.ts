import type { PageLoginState } from '../account/page-login.ts';
import type { OpeningState } from '../opening/opening-state.ts';
import type { SessionOptions } from '../session-options.ts';
import type { SessionPersistence } from '../storage/persistence.ts';
import type { EndedSessions } from './ended-sessions.ts';
import type { SessionLifetime } from './lifetime.ts';
import type { SessionStore } from './session-store.ts';

/**
 * The parts of a session. Each part has a file with the functions that change it. All other files
 * read it.
 */
export interface SessionContext
  extends
    Omit<SessionOptions, 'opening'>,
    SessionStore,
    SessionPersistence,
    SessionLifetime,
    OpeningState,
    EndedSessions,
    PageLoginState {}
