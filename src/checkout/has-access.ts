import { renewAccess } from '../item/renew-denied.ts';
import type { CheckoutContext } from './context.ts';
import type { PrepareValues } from './purchase/purchase-record.ts';

/**
 * Whether the viewer has access to the bought item: checks without performing. Other items of the
 * page that are not granted are checked later. `undefined` when there is no item to check, or its
 * streamtype is missing.
 */
export async function hasAccess(
  { items }: CheckoutContext,
  { item, streamtype }: PrepareValues,
): Promise<boolean | undefined> {
  void renewAccess(items);
  if (item === undefined || streamtype === undefined) return undefined;
  const { $state, check } = items.item({ item, streamtype });
  return $state.get().access === 'granted' || (await check()).access === 'granted';
}
