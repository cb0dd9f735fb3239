import { nothing } from '../../browser/nothing.ts';
import { unclearLogin, type AnnouncedLogin } from '../account/announced-login.ts';
import { settleLogin } from '../opening/open-session.ts';
import { hideUser } from '../state/hide-user.ts';
import type { SessionContext } from '../state/session-context.ts';
import { persist } from '../storage/persistence.ts';
import type { SavedSession } from '../storage/saved-session.ts';

/**
 * Shows no user from now on, in all tabs, until the platform has said whose session it is. `login`:
 * the login that may have changed the user.
 */
export function askWhoItIs(
  context: SessionContext,
  session: SavedSession,
  login: AnnouncedLogin = unclearLogin(
    session.id,
    context.browser.clock.now(),
    context.record?.login,
  ),
): void {
  persist(context, session, { login });
  hideUser(context);
  if (!context.pending) settleLogin(context).catch(nothing);
}
