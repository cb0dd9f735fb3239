import { hasNoDatabase } from '../browser/has-no-database.ts';
import { nothing } from '../browser/nothing.ts';
import type { InternalCheckout } from '../checkout/checkout.ts';
import type { Forgotten } from '../checkout/operations/erase.ts';
import { isUsherError } from '../errors/is-usher-error.ts';
import type * as Account from '../session/account/account-chunk.ts';
import { sendLogout } from '../session/account/send-logout.ts';
import { sessionsOf, type Erasing } from '../session/state/end-session.ts';
import type { SessionContext } from '../session/state/session-context.ts';
import type { SessionRecord } from '../session/storage/saved-session.ts';

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
  return {
    async completeErasure(erasing) {
      const { erasure, loggedOut, durable } = erasing;
      const erasingJournal = eraseJournal(loadCheckout, erasing);
      erasingJournal.catch(nothing); // the error is thrown below
      const sent = new Set(loggedOut);
      // At once: a session of another tab ends even if the erasure cannot be confirmed.
      durable.then((old) => logOutReplaced(context, [old], sent), nothing);
      const { completeErasure, noteFinished } = await loadAccount();
      const replaced = await completeErasure(context, erasure, durable);
      logOutReplaced(context, [...replaced.left, replaced.durable], sent);
      const forgotten = await erasingJournal;
      noteFinished(context, erasure);
      return forgotten;
    },
    async resumeErasure() {
      const { completeErasure, noteFinished, readLostNote, readUnfinished } = await loadAccount();
      const unfinished = readUnfinished(context);
      if (!unfinished) {
        const lost = await readLostNote(context);
        if (!lost) return;
        await eraseJournal(loadCheckout, { erasure: lost });
        noteFinished(context, lost);
        return;
      }
      const { erasure, scope } = unfinished;
      // It is not known any more who was forgotten.
      const erasingJournal = scope === 'all' ? eraseJournal(loadCheckout, { erasure }) : undefined;
      erasingJournal?.catch(nothing); // the error is thrown below
      const { left } = await completeErasure(context, erasure, undefined, scope);
      // The earlier page has sent its own logouts. A session that has moved goes on.
      if (scope === 'all') logOutReplaced(context, left, new Set());
      context.background?.sync(); // this page may still show the session
      await erasingJournal;
      noteFinished(context, erasure);
    },
  };
}

/** Erases the journal. A page without any database has none. */
async function eraseJournal(
  loadCheckout: () => Promise<InternalCheckout>,
  { erasure, viewer, lastViewer }: Pick<Erasing, 'erasure'> & Partial<Erasing>,
): Promise<Forgotten> {
  try {
    const { erase } = await loadCheckout();
    return await erase({ calledAt: erasure.epochStartedAt, viewer, lastViewer });
  } catch (error) {
    // The code of the journal may not load either, and the cause of that is a TypeError too.
    if (!isUsherError(error, 'journal-unavailable') || !hasNoDatabase(error.cause)) throw error;
    return { open: [], openOfOthers: 0 };
  }
}

/**
 * Logs out the sessions of the records that an erasure has replaced, each once: one that another
 * tab had opened before it could know of the erasure, and one that localStorage had lost. `sent`:
 * the IDs of the sessions whose logout is sent.
 */
function logOutReplaced(
  context: SessionContext,
  replaced: readonly (SessionRecord | undefined)[],
  sent: Set<string>,
): void {
  for (const session of replaced.flatMap((record) => (record ? sessionsOf(record) : []))) {
    if (sent.has(session.id)) continue;
    sent.add(session.id);
    void sendLogout(context, session);
  }
}
