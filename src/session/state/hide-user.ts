import { separateCalls } from './lifetime.ts';
import type { SessionContext } from './session-context.ts';
import { dispatch, loseSession } from './session-store.ts';

/**
 * Shows no user, because a login may have changed the user. Calls from now on are made for the user
 * that the platform names.
 */
export function hideUser(context: SessionContext): void {
  const { $user, current, record, lost } = context;
  if (lost && $user.value === undefined) return;
  separateCalls(context);
  loseSession(context, current ?? record?.session);
  dispatch(context, 'lost');
}
