import { show } from '../browser/events.ts';
import type { Emit } from '../browser/events.ts';
import { itemState, itemStateArea } from '../contract/item-state.ts';
import type { EncodeFields } from '../contract/encode-fields.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { EmitItem } from './item-events.ts';
import { createItem } from './item.ts';
import type { AskItem, Item, ItemAndRenew, ItemReference } from './item.ts';
import type { ItemState } from './item-state.ts';

/** The items that a page has asked for. */
export interface Items {
  /** The handle of an item; the same object for the same item. */
  readonly item: (reference: ItemReference) => Item;
  /** Forgets what is known, and asks again what was asked: for another viewer. */
  readonly renew: () => void;
}

/** What names an item: both fields, and no wish to buy, which is `unlock`'s alone. */
const door = { ...itemState, query: { item: 'id', streamtype: 'streamtype' } } as const;

/** Asks the platform about an item. It rejects only when the code for that cannot be loaded. */
export type Ask = (reference: ItemReference, ...asked: Parameters<AskItem>) => Promise<ItemState>;

export function createItems(ask: Ask, encode: EncodeFields, emit: EmitItem): Items {
  const items: Record<string, ItemAndRenew> = {};
  return {
    item(reference) {
      const { item, streamtype, ...more } = reference;
      const { query } = encode(itemStateArea, door, { item: item ?? null, streamtype: streamtype ?? null, ...more }, itemStateArea.refuseFor('usher.item'));
      const askItem: AskItem = (before, perform) => ask(reference, before, perform).catch((error: UsherError) => ({ ...before, access: before.checkedAt ? before.access : 'unknown', error }));
      return (items[query] ??= createItem(askItem, ($state, state) => {
        show($state, state, emit as Emit);
        emit('item', { ...state, item: String(item), streamtype: String(streamtype) });
      }))[0];
    },
    renew() {
      for (const [, renew] of Object.values(items)) renew();
    },
  };
}
