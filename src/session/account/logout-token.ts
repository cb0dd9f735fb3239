import { sign } from '../../dialect/signature.ts';
import type { SavedSession } from '../storage/saved-session.ts';

/**
 * Adds the signature of a later logout, so that a page which is left can send it at once. The code
 * for signatures is loaded with the first call.
 */
export const withLogoutToken = (session: SavedSession): SavedSession =>
  session.secret === undefined
    ? session
    : { ...session, logoutToken: sign('logout', session.domain, session.secret) };
