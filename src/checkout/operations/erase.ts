import { UsherError } from '../../errors/usher-error.ts';
import type { SavedSession } from '../../session/saved-session.ts';
import type { Context } from '../context.ts';
import { isOpen } from '../purchase/purchase-record.ts';
import type { PurchaseRecord } from '../purchase/purchase-record.ts';
import { ownerOf } from '../purchase/ownership.ts';
import { purchaseState } from '../purchase/purchase-state.ts';
import type { PurchaseState } from '../purchase/purchase-state.ts';
import { partsOf } from '../read-returns.ts';

/** What an erasure leaves in the journal: money that is not settled. */
export interface Forgotten {
  /** The viewer's own purchases that are not settled. They go on when the viewer is back. */
  readonly open: readonly PurchaseState[];
  /**
   * How many purchases of other viewers stay, because they are or may be paid. Nothing else is said
   * of them.
   */
  readonly openOfOthers: number;
}

/** Open, or about to be revived by what its provider said later, read or not. */
const isUnsettled = (entry: PurchaseRecord): boolean =>
  isOpen(entry) || !!entry.later?.length || !!entry.raw?.length;

/**
 * Given up or refused after the provider was opened: a late return may still say that it was paid.
 * Only its own viewer may erase it.
 */
const mayBePaid = ({ step, leftAt }: PurchaseRecord): boolean =>
  /^(abandoned|failed)$/.test(step) && leftAt !== undefined;

/** A return of the purchase has come, and waits for the journal. */
function isReturning({ inbox }: Context, { step, state }: PurchaseRecord): boolean {
  return (
    step !== 'granted' &&
    state !== undefined &&
    inbox.read().some(({ text }) => partsOf(text).state === state)
  );
}

/**
 * Erases from the journal what is settled, of any viewer. `viewer` is the session that was there
 * before the erasure. Where the journal cannot be changed now, it is tried again while the page is
 * there.
 * @throws {UsherError} `journal-unavailable`.
 */
export async function erase(
  context: Context,
  viewer: SavedSession | undefined,
): Promise<Forgotten> {
  const { purchases, signal } = context;
  const owner = ownerOf(context, viewer);
  const stays = (entry: PurchaseRecord): boolean =>
    isUnsettled(entry) ||
    isReturning(context, entry) ||
    (entry.owner !== owner && mayBePaid(entry));
  try {
    const before = await purchases.read();
    if (!before) {
      throw new UsherError('journal-unavailable', 'The journal of purchases cannot be read', {
        retryable: true,
      });
    }
    // Where nothing was ever bought no record is made.
    const after = before.length
      ? await purchases.change((all) => (all.every(stays) ? all : all.filter(stays)))
      : before;
    if (!after.length) signal.notify(null);
    const own = after.filter((entry) => entry.owner === owner);
    return {
      open: own.map((entry) => purchaseState(entry, 'own')),
      openOfOthers: after.length - own.length,
    };
  } catch (error) {
    context.retryQueue.push(() => erase(context, viewer));
    context.schedule();
    throw error;
  }
}
