import { setConfirmed } from '../lifetime.ts';
import { persist } from '../persistence.ts';
import { dispatch, setDegradedBy } from '../session-store.ts';
import type { SessionContext } from '../session-context.ts';
import type { CarriedSession } from '../saved-session.ts';

/**
 * Records that a call with a session has succeeded. Later losses start a new row, and the session
 * is trusted.
 */
export function confirm(context: SessionContext, { id }: CarriedSession): void {
  if (context.confirmed === id || context.current?.id !== id) return;
  setConfirmed(context, id);
  // Other tabs trust it too.
  if (context.saved?.losses) persist(context, context.saved.session, { losses: undefined });
  if (!context.degradedBy) return;
  setDegradedBy(context, undefined);
  dispatch(context, 'opened');
}
