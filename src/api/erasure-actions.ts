import { hasNoDatabase } from '../browser/has-no-database.ts';
import { nothing } from '../browser/nothing.ts';
import type { InternalCheckout } from '../checkout/checkout.ts';
import type { Forgotten } from '../checkout/operations/erase.ts';
import { isUsherError } from '../errors/is-usher-error.ts';
import type * as Account from '../session/account/account.ts';
import type { Replaced } from '../session/account/complete-erasure.ts';
import { sendLogout } from '../session/account/send-logout.ts';
import { sessionsOf, type Erasing } from '../session/state/end-session.ts';
import type { SessionContext } from '../session/state/session-context.ts';
import type { SavedSession } from '../session/storage/saved-session.ts';

/** Operations that only the runtime uses. */
export interface ErasureActions {
  /** Completes an erasure that has begun. */
  readonly completeErasure: (erasing: Erasing) => Promise<Forgotten>;
  /** Completes an erasure that an earlier page has begun, if there is one. */
  readonly resumeErasure: () => Promise<void>;
}

/** Creates the actions that complete an erasure: of the session, and of the journal. */
export function createErasureActions(
  context: SessionContext,
  loadCheckout: () => Promise<InternalCheckout>,
  loadAccount: () => Promise<typeof Account>,
): ErasureActions {
  const eraseJournal = (
    { epochStartedAt }: Erasing['erasure'],
    viewer?: SavedSession,
    lastViewer?: SavedSession,
  ): Promise<Forgotten> =>
    loadCheckout()
      .then(({ erase }) => erase({ calledAt: epochStartedAt, viewer, lastViewer }))
      .catch((error: unknown): Forgotten => {
        if (!isUsherError(error) || !hasNoDatabase(error.cause)) throw error;
        return { open: [], openOfOthers: 0 }; // there can be no journal
      });
  return {
    async completeErasure({ erasure, viewer, lastViewer, loggedOut, durable }) {
      const erasing = eraseJournal(erasure, viewer, lastViewer);
      erasing.catch(nothing); // the error is thrown below
      const { completeErasure, noteFinished } = await loadAccount();
      const replaced = await completeErasure(context, erasure, durable);
      logOutReplaced(context, replaced, loggedOut);
      const forgotten = await erasing;
      noteFinished(context, erasure);
      return forgotten;
    },
    async resumeErasure() {
      const { completeErasure, noteFinished, readUnfinished } = await loadAccount();
      const unfinished = readUnfinished(context);
      if (!unfinished) return;
      const { erasure, scope } = unfinished;
      // It is not known any more who was forgotten.
      if (scope === 'all') await eraseJournal(erasure);
      const { left } = await completeErasure(context, erasure, undefined, scope);
      // The earlier page has sent its own logouts. A session that has moved goes on.
      if (scope === 'all') logOutReplaced(context, { left, durable: undefined }, new Set());
      noteFinished(context, erasure);
    },
  };
}

/**
 * Logs out the sessions of the records that an erasure has replaced, except those whose logout is
 * sent: one that another tab had opened before it could know of the erasure, and one that
 * localStorage had lost.
 */
function logOutReplaced(
  context: SessionContext,
  { left, durable }: Replaced,
  loggedOut: ReadonlySet<string>,
): void {
  const sessions = [left, durable].flatMap((record) => (record ? sessionsOf(record) : []));
  for (const [id, session] of new Map(sessions.map((each) => [each.id, each]))) {
    if (!loggedOut.has(id)) void sendLogout(context, session);
  }
}
