import type { Popup } from '../../browser/payment-window.ts';
import { identityChanged } from '../../errors/identity-changed.ts';
import type { CheckoutContext } from '../context.ts';
import { checkedProvider, ensureReady } from '../providers/checked-provider.ts';
import { openProvider } from '../providers/open-provider.ts';
import { isAnotherViewer, isOwnerOf, ownerNameOf, type Buyer } from '../purchase/ownership.ts';
import { namesOf } from '../purchase/purchase-names.ts';
import type { Intent, PurchaseRecord } from '../purchase/purchase-record.ts';
import { collectLostReturns } from '../return/handle-returns.ts';
import { readUnreadAgain } from '../return/read-returns.ts';
import { prepareValuesOf, type BuyValues, type Click } from './buy-values.ts';
import { findOrAdd, type BegunPurchase } from './find-or-add.ts';
import { join } from './join.ts';
import { prepareForClick } from './prepare-for-click.ts';
import { presentBuyer } from './prepare.ts';

/**
 * Writes a purchase into the journal, or joins the open one, and continues it. Resolves with its ID
 * when it is durable.
 * @throws {UsherError} `input`, `static-session`, `login-required`, `purchase-in-progress`,
 *   `provider-unavailable`, `journal-unavailable`, `identity-changed`: nothing was sent.
 */
export function buy(context: CheckoutContext, given: BuyValues, click: Click): Promise<string> {
  return closeOnError(click.popup, async () => {
    const values = prepareValuesOf(given);
    await ensureReady(checkedProvider(context, values, click.popup), context);
    const buyer = await presentBuyer(context, click.askedBy);

    const names = namesOf(given);
    const owner = ownerNameOf(buyer, context.purchases.all());
    await readEarlierReturns(context, { owner, values, names });
    return begin(context, buyer, click, () => findOrAdd(context, { values, names }, buyer, click));
  });
}

/**
 * Continues a purchase of the journal. Resolves when it is under way.
 * @throws {UsherError} The errors of `buy`.
 */
export async function resumePurchase(
  context: CheckoutContext,
  record: PurchaseRecord,
  click: Click,
): Promise<void> {
  await closeOnError(click.popup, async () => {
    // What is paid, or may be paid, needs no provider any more.
    if (!click.isUnread && !record.finish) {
      const values = prepareValuesOf(record.values as BuyValues); // complete since it began
      await ensureReady(checkedProvider(context, values, click.popup), context);
    }
    const buyer = await presentBuyer(context, click.askedBy);
    if (!isOwnerOf(buyer, record)) throw identityChanged();

    await readEarlierReturns(context, record);
    return begin(context, buyer, click, async () => ({ id: record.id, isOurs: false }));
  });
}

/** Runs the task of a click. If it fails, the window that the click opened is closed. */
async function closeOnError<Result>(popup: Popup, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    popup.close();
    throw error;
  }
}

/** Reads the returns of what is bought that are not read yet: one may be its payment. */
async function readEarlierReturns(
  context: CheckoutContext,
  bought: Pick<PurchaseRecord, 'owner'> & Intent,
): Promise<void> {
  context.retryQueue.runNow(); // the provider may replace this page
  await collectLostReturns(context);
  await readUnreadAgain(context, bought);
}

/** Finds or adds the purchase of a click, and continues it after that. Returns its ID. */
async function begin(
  context: CheckoutContext,
  buyer: Buyer,
  click: Click,
  findPurchase: () => Promise<BegunPurchase>,
): Promise<string> {
  const release = await context.leases.hold();
  try {
    const begun = await findPurchase();
    await endForAnotherViewer(context, buyer, begun);
    void continueBegun(context, begun, click, release)
      .catch(() => click.popup.close())
      .finally(release);
    return begun.id;
  } catch (error) {
    release();
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
): Promise<void> {
  if (!isAnotherViewer(context, buyer)) return;
  if (begun.isOurs) await context.purchases.apply(begun.id, { type: 'abandoned' });
  throw identityChanged();
}

/** Prepares a new purchase, or joins an open one. Then opens the provider, if it is to be paid. */
async function continueBegun(
  context: CheckoutContext,
  { id, isOurs }: BegunPurchase,
  click: Click,
  release: () => void,
): Promise<void> {
  const unpaid = isOurs
    ? await prepareForClick(context, id, click.popup)
    : await join(context, id, click);
  release(); // the payment may take minutes
  if (unpaid) await openProvider(context, unpaid.record, unpaid.popup);
}
