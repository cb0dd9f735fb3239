import { identityChanged } from '../errors/identity-changed.ts';
import type { SessionDriver } from './session.ts';
import type { SessionContext } from './state/session-context.ts';
import type { SavedSession } from './storage/saved-session.ts';
import { syncFromStorage } from './storage/sync-from-storage.ts';

/** The options with which a call is sent for its viewer only. */
export interface ViewerChecks {
  /** Returns the session for the call. */
  readonly findSession: () => Promise<SavedSession | undefined>;
  /** Runs when the bytes are about to leave. */
  readonly beforeSend: () => void;
}

/**
 * Creates the options with which a call is sent for its viewer only. `check` throws for a session
 * that is not the viewer's: then nothing is sent, and the call rejects with that error. It checks
 * the session that the call finds, and the present one again when the bytes leave: while the call
 * is signed, another tab may log somebody in, and the page may be frozen. The session is
 * `undefined` when there is none, or when it is not known whose it is.
 */
export function viewerChecks(
  session: SessionDriver,
  check: (session: SavedSession | undefined) => void,
): ViewerChecks {
  return {
    async findSession() {
      const found = await session.ready();
      check(found);
      return found;
    },
    beforeSend() {
      refuseDuringLogin(session.context);
      check(session.current());
    },
  };
}

/**
 * Refuses to send what is for one viewer while a login of any tab is under way, or its outcome is
 * not known: the session may be another user's when the request arrives. It may have been announced
 * while the call was signed.
 * @throws {UsherError} `identity-changed`.
 */
function refuseDuringLogin(context: SessionContext): void {
  syncFromStorage(context);
  if (context.record?.login) throw identityChanged();
}
