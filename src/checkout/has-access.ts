import { renewAccess } from '../item/background/renew-denied.ts';
import type { Context } from './context.ts';
import type { PrepareValues } from './purchase/purchase-record.ts';

/**
 * Whether the viewer may watch what is bought: asks without performing. Other items of the page
 * that are not granted are asked behind it. `undefined` where nothing can be asked: no item is
 * bought, or one without its streamtype.
 */
export async function hasAccess(
  { items }: Context,
  { item, streamtype }: PrepareValues,
): Promise<boolean | undefined> {
  void renewAccess(items);
  if (item === undefined || streamtype === undefined) return undefined;
  const { $state, check } = items.item({ item, streamtype });
  return $state.get().access === 'granted' || (await check()).access === 'granted';
}
