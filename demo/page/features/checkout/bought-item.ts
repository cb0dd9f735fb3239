import type { MediaItem, PurchaseState } from 'usher-runtime';
import { addressOf, titleOf } from '../items/media-item.ts';
import { createStoredValue } from '../session/site-storage.ts';
import { subscriptionName } from './subscription-name.ts';

/** What a purchase is shown as. */
export interface BoughtItem {
  readonly title: string;
  /** Absent where none is noted, or no item is bought. */
  readonly address?: string;
}

/** More than a viewer buys; the oldest are dropped first. */
const maxItems = 200;

const storedItems = createStoredValue<Readonly<Record<string, BoughtItem>>>('bought');

const keyOf = (item = '', streamtype = ''): string => `${streamtype}/${item}`;

/** Notes the title of an item when it is bought: a purchase itself has only the item's ID. */
export function storeBoughtItem(media: MediaItem): void {
  const { ID, streamtype } = media.general;
  const before = Object.entries(storedItems.read() ?? {}).slice(1 - maxItems);
  storedItems.write({
    ...Object.fromEntries(before),
    [keyOf(ID, streamtype)]: { title: titleOf(media), address: addressOf(media) },
  });
}

/** What a purchase or a payment says of its item. */
type ItemOfPurchase = Pick<PurchaseState, 'operation'> & {
  readonly title?: string | null | undefined;
  readonly item?: string | null | undefined;
  readonly streamtype?: string | null | undefined;
};

/** Title and address of what a purchase or a payment is for. */
export function readBoughtItem(purchase: ItemOfPurchase): BoughtItem {
  const { operation, item, streamtype } = purchase;
  if (operation === 'subscription') return { title: purchase.title ?? subscriptionName({}) };
  const title = item ? 'A film' : 'Ticket';
  return storedItems.read()?.[keyOf(item ?? '', streamtype ?? '')] ?? { title };
}
