import { identityChanged } from '../../errors/identity-changed.ts';
import type { CheckoutContext } from '../context.ts';
import { checkedProvider, ensureReady } from '../providers/checked-provider.ts';
import { isAnotherViewer, isOwnerOf, ownerNameOf } from '../purchase/ownership.ts';
import { namesOf } from '../purchase/purchase-names.ts';
import type { PurchaseRecord } from '../purchase/purchase-record.ts';
import { readUnreadAgain } from '../return/read-returns.ts';
import { prepareValuesOf, type BuyValues, type Click } from './buy-values.ts';
import { findOrAdd } from './find-or-add.ts';
import { join } from './join.ts';
import { prepareAndOpen } from './prepare-and-open.ts';
import { presentBuyer } from './prepare.ts';

/**
 * Writes a purchase into the journal, or joins the open one, and continues it. Resolves when it is
 * durable. A resumed purchase is only joined.
 * @throws {UsherError} `input`, `static-session`, `login-required`, `purchase-in-progress`,
 *   `provider-unavailable`, `journal-unavailable`, `identity-changed`: nothing was sent.
 */
export async function buy(
  context: CheckoutContext,
  given: BuyValues,
  { popup, askedBy, clickedAt }: Click,
  resumed?: PurchaseRecord,
): Promise<string> {
  try {
    // What is paid needs no provider any more.
    const isPaid = resumed?.finish !== undefined;
    const values = isPaid ? given : prepareValuesOf(given);
    if (!isPaid) await ensureReady(checkedProvider(context, values, popup), context);
    const buyer = await presentBuyer(context, askedBy);
    if (resumed && !isOwnerOf(buyer, resumed)) throw identityChanged();
    const owner = ownerNameOf(buyer, context.purchases.all());
    await readUnreadAgain(context, { owner, values });
    const release = await context.leases.hold();
    const { id, isOurs } = resumed
      ? { id: resumed.id, isOurs: false }
      : await findOrAdd(context, values, buyer, clickedAt, namesOf(given)).catch(
          (error: unknown) => {
            release();
            throw error;
          },
        );
    // The viewer may have changed during the write. Nothing is sent then, also not later.
    if (isAnotherViewer(context, buyer)) {
      if (isOurs) await context.purchases.apply(id, { type: 'abandoned' }).finally(release);
      release();
      throw identityChanged();
    }
    void (isOurs ? prepareAndOpen(context, id, popup, release) : join(context, id, popup, release))
      .catch(() => popup.close())
      .finally(release);
    return id;
  } catch (error) {
    popup.close();
    throw error;
  }
}
