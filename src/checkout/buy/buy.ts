import { identityChanged } from '../../errors/identity-changed.ts';
import type { CheckoutContext } from '../context.ts';
import { checkedProvider, ensureReady } from '../providers/checked-provider.ts';
import { isAnotherViewer, isOwnerOf, ownerNameOf, type Buyer } from '../purchase/ownership.ts';
import { namesOf } from '../purchase/purchase-names.ts';
import type { PurchaseRecord } from '../purchase/purchase-record.ts';
import { collectLostReturns } from '../return/handle-returns.ts';
import { readUnreadAgain } from '../return/read-returns.ts';
import { prepareValuesOf, type BuyValues, type Click } from './buy-values.ts';
import { findOrAdd, type BegunPurchase } from './find-or-add.ts';
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
  click: Click,
  resumed?: PurchaseRecord,
): Promise<string> {
  const { popup, askedBy, isUnread } = click;
  try {
    // What is paid, or may be paid, needs no provider any more.
    const isAnswered = isUnread || resumed?.finish !== undefined;
    const values = isAnswered ? given : prepareValuesOf(given);
    if (!isAnswered) await ensureReady(checkedProvider(context, values, popup), context);
    const buyer = await presentBuyer(context, askedBy);
    if (resumed && !isOwnerOf(buyer, resumed)) throw identityChanged();
    const owner = ownerNameOf(buyer, context.purchases.all());
    context.retryQueue.runNow(); // the provider may replace this page
    await collectLostReturns(context);
    const names = resumed?.names ?? namesOf(given);
    await readUnreadAgain(context, { owner, values, names });
    const release = await context.leases.hold();
    const begin = resumed
      ? Promise.resolve({ id: resumed.id, isOurs: false })
      : findOrAdd(context, values, buyer, click, names);
    const begun = await begin
      .then((found) => endForAnotherViewer(context, buyer, found))
      .catch((error: unknown) => {
        release();
        throw error;
      });
    const continued = begun.isOurs
      ? prepareAndOpen(context, begun.id, popup, release)
      : join(context, begun.id, click, release);
    void continued.catch(() => popup.close()).finally(release);
    return begun.id;
  } catch (error) {
    popup.close();
    throw error;
  }
}

/**
 * Abandons a purchase if the viewer has changed while it was written: it is never sent.
 * @throws {UsherError} `identity-changed`, `journal-unavailable`.
 */
async function endForAnotherViewer(
  context: CheckoutContext,
  buyer: Buyer,
  begun: BegunPurchase,
): Promise<BegunPurchase> {
  if (!isAnotherViewer(context, buyer)) return begun;
  if (begun.isOurs) await context.purchases.apply(begun.id, { type: 'abandoned' });
  throw identityChanged();
}
