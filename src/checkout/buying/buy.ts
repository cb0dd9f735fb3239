import type { Popup } from '../../browser/payment-window.ts';
import type { Context } from '../context.ts';
import { findOrAdd } from './find-or-add.ts';
import { join } from './join.ts';
import { presentBuyer } from './prepare.ts';
import { prepareAndOpen } from './prepare-and-open.ts';
import { checkedProvider, ensureReady } from '../providers/checked-provider.ts';
import { closeWindow } from '../providers/opening.ts';
import { identityChanged, ownershipOf } from '../purchase/ownership.ts';
import { prepareValuesOf } from '../buy-values.ts';
import type { BuyValues } from '../buy-values.ts';
import type { PurchaseRecord } from '../purchase/purchase-record.ts';

/**
 * Writes a purchase into the journal, or joins the open one, and continues it. Resolves when it is
 * durable. A resumed purchase is only joined.
 * @throws {UsherError} `input`, `static-session`, `login-required`, `purchase-in-progress`,
 *   `provider-unavailable`, `journal-unavailable`, `identity-changed`: nothing was sent.
 */
export async function begin(
  context: Context,
  given: BuyValues,
  popup: Popup,
  resumed?: PurchaseRecord,
): Promise<string> {
  const asked = context.session.$user.get()?.id;
  try {
    const values = prepareValuesOf(given);
    await ensureReady(checkedProvider(context, values, popup), context);
    const owner = await presentBuyer(context, asked);
    if (resumed && resumed.owner !== owner) throw identityChanged();
    const release = await context.leases.hold();
    const { id, isOurs } = resumed
      ? { id: resumed.id, isOurs: false }
      : await findOrAdd(context, values, owner).catch((error: unknown) => {
          release();
          throw error;
        });
    void (isOurs ? prepareAndOpen(context, id, popup, release) : join(context, id, popup, release))
      .catch(() => closeWindow(popup))
      .finally(release);
    // The viewer may have changed during the write.
    if (ownershipOf(context, { owner }) === 'other') throw identityChanged();
    return id;
  } catch (error) {
    closeWindow(popup);
    throw error;
  }
}
