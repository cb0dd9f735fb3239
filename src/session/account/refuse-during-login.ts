import { identityChanged } from '../../errors/identity-changed.ts';
import type { SessionContext } from '../state/session-context.ts';
import { syncFromStorage } from '../storage/sync-from-storage.ts';

/**
 * Refuses to send what is for one viewer while a login of any tab is under way, or its outcome is
 * not known: the session may be another user's when the request arrives. It may have been announced
 * while the call was signed.
 * @throws {UsherError} `identity-changed`.
 */
export function refuseDuringLogin(context: SessionContext): void {
  syncFromStorage(context);
  if (context.saved?.login) throw identityChanged();
}
