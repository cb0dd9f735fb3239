import { emitUserChange } from '../state/emit-user-change.ts';
import { activate } from '../state/lifetime.ts';
import type { SessionContext } from '../state/session-context.ts';
import type { SavedSession } from './saved-session.ts';
import { withOwnData } from './with-own-data.ts';

/** Shows a session that another tab has stored. The page learns of a change of the user. */
export function showStored(context: SessionContext, session: SavedSession): void {
  const { current, settings, $user } = context;
  const before = $user.get();
  activate(context, withOwnData(session, current, settings), 'adopted');
  emitUserChange(context, before);
}
