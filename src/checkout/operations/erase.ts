import { UsherError } from '../../errors/usher-error.ts';
import type { SavedSession } from '../../session/saved-session.ts';
import type { Context } from '../context.ts';
import { isGivenUp, isOpen } from '../purchase/purchase-record.ts';
import type { PurchaseRecord } from '../purchase/purchase-record.ts';
import { ownerOf } from '../purchase/ownership.ts';
import { purchaseState } from '../purchase/purchase-state.ts';
import type { PurchaseState } from '../purchase/purchase-state.ts';
import { partsOf } from '../read-returns.ts';

/** The purchases that stay after an erasure, because they are not settled. */
export interface Forgotten {
  /** The viewer's own unsettled purchases. They continue when the viewer is back. */
  readonly open: readonly PurchaseState[];
  /**
   * The number of purchases of other viewers that stay, because they are paid or may be. No other
   * detail of them is shown.
   */
  readonly openOfOthers: number;
}

/** Open, or with a later outcome of its provider, read or unread, that is about to revive it. */
const isUnsettled = (entry: PurchaseRecord): boolean =>
  isOpen(entry) || !!entry.laterFinishes?.length || !!entry.unreadReturns?.length;

/**
 * Abandoned or failed after the provider was opened: a late return may still prove a payment. Only
 * its own viewer may erase it.
 */
const mayBePaid = (entry: PurchaseRecord): boolean =>
  isGivenUp(entry) && entry.providerOpenedAt !== undefined;

/** A return of the purchase waits for the journal. */
function isReturning({ inbox }: Context, { step, state }: PurchaseRecord): boolean {
  return (
    step !== 'granted' &&
    state !== undefined &&
    inbox.read().some(({ text }) => partsOf(text).state === state)
  );
}

/**
 * Erases settled purchases of any viewer from the journal. `viewer` is the session before the
 * erasure. If the journal cannot be changed now, it is tried again while the page is open.
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
    // Without any purchase no record is created.
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
