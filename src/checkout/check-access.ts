import { recheckAccess } from '../item/recheck-items.ts';
import { isErasure } from '../session/storage/saved-session.ts';
import type { CheckoutContext } from './context.ts';
import { boughtItem, type PrepareValues } from './purchase/purchase-record.ts';

/**
 * Whether the viewer has access to the bought item: checks without performing. An item that is
 * granted already is checked too, because the purchase may extend its access. Other items of the
 * page are checked later. `undefined` when there is no item to check, or its streamtype is missing.
 * `false` after an erasure: nothing is sent for a forgotten viewer.
 */
export async function checkAccess(
  { items, session }: CheckoutContext,
  values: PrepareValues,
): Promise<boolean | undefined> {
  if (isErasure(session.context.record)) return false;
  void recheckAccess(items);
  const item = boughtItem(values);
  const { streamtype } = values;
  if (!item || !streamtype) return undefined;
  const { access } = await items.item({ item, streamtype }).check();
  return access === 'granted';
}
