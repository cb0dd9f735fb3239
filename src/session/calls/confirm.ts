import { dispatch, persist } from '../held.ts';
import type { Held } from '../held.ts';
import type { EndedSession } from '../saved-session.ts';

/**
 * Notes that a call with a session has succeeded: losses before it are not in a row with later
 * ones, and the session is trusted.
 */
export function confirm(held: Held, { id }: EndedSession): void {
  if (held.confirmed === id || held.current?.id !== id) return;
  held.confirmed = id;
  // Other tabs trust it too.
  if (held.saved?.losses) persist(held, held.saved.session, { losses: undefined });
  if (!held.doubt) return;
  held.doubt = undefined;
  dispatch(held, 'opened');
}
