import { nothing } from '../../browser/nothing.ts';
import { sendLogout } from '../account/send-logout.ts';
import { openSession } from '../opening/open-session.ts';
import { emitUserChange } from '../state/emit-user-change.ts';
import type { SessionContext } from '../state/session-context.ts';
import { loseSession } from '../state/session-store.ts';
import { adoptRecord } from './persistence.ts';

/**
 * Replaces a session that other pages may use too, by one of the same viewer for this page alone.
 * No store tells this page of a login there. `isUnused`: no other page uses it, so it is logged
 * out.
 */
export function openUnshared(context: SessionContext, id: string, isUnused: boolean): void {
  const { current, record, persistence, $user } = context;
  if (persistence !== 'none' || record?.session?.id !== id) return;
  // Without a fingerprint it is not resumed.
  adoptRecord(context, {
    ...record,
    session: { ...record.session, fingerprint: '', isLeft: true },
  });
  if (!current || context.lost) return;
  const user = $user.get();
  loseSession(context, current);
  void openSession(context, 'lost')
    .then(() => {
      // The opening itself tells of another user than the one before.
      if (user === null) emitUserChange(context, user);
    }, nothing)
    .then(() => {
      if (isUnused) void sendLogout(context, current);
    });
}
