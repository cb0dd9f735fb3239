import { withLogoutToken } from '../account/logout-token.ts';
import { noteConfirmed } from '../state/lifetime.ts';
import type { SessionContext } from '../state/session-context.ts';
import { dispatch, replaceSession, trustSession } from '../state/session-store.ts';
import { isSameSession } from '../storage/compare-records.ts';
import { persist } from '../storage/persistence.ts';
import type { CarriedSession } from '../storage/saved-session.ts';

/**
 * Records that a call with a session has succeeded. Later losses start a new row, and the session
 * is trusted.
 */
export function confirmSession(context: SessionContext, { id }: CarriedSession): void {
  if (context.confirmed === id || context.current?.id !== id) return;
  noteConfirmed(context, id);
  const { record, current } = context;
  const signed = withLogoutToken(current);
  const isUnsigned = signed.logoutToken !== current.logoutToken;
  if (isUnsigned) replaceSession(context, signed);
  // Other tabs trust it too.
  if (record && (record.losses || isUnsigned)) {
    const { session } = record; // another tab may have renewed it since
    const isSame = session && isSameSession(session, signed);
    persist(context, isSame ? withLogoutToken(session) : session, { losses: undefined });
  }
  if (!context.degradedBy) return;
  trustSession(context);
  dispatch(context, 'opened');
}
