import type { Usher } from 'usher-runtime';
import { addressOf, titleOf } from './media-item.ts';

/** How a voucher names its item. */
export interface ItemName {
  readonly item: string;
  readonly streamtype: string;
}

/** The largest page of a list: an item is found in few requests. */
const limit = 100;

/**
 * The title and the address of an item. The interface finds an item by its global ID only, so the
 * list of all is read until the item comes. `undefined` where it is not in the list.
 */
export async function describeItem(
  usher: Usher,
  { item, streamtype }: ItemName,
): Promise<{ readonly title: string; readonly address: string } | undefined> {
  const allmedia = await usher.allmedia();
  const found = allmedia.items('all', { limit, selectedStreamtypes: [streamtype] });
  for await (const one of found) {
    if (one.general.ID === item) return { title: titleOf(one), address: addressOf(one) };
  }
  return undefined;
}
