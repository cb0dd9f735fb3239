import type { Browser } from '../browser/browser.ts';
import { itemState, itemStateArea } from '../contract/item-state.ts';
import type { EncodeFields } from '../contract/encode-fields.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Emit } from '../events.ts';
import type { Request } from '../session/request.ts';
import { createAsk } from './ask.ts';
import { createItem } from './item.ts';
import type { Item, ItemReference } from './item.ts';

/** The items that a page has asked for. */
export interface Items {
  /** The handle of an item; the same object for the same item. */
  readonly item: (reference: ItemReference) => Item;
  /** Asks again what was asked before. */
  readonly recheck: () => void;
}

/** What names an item: both fields, and no wish to buy, which is `unlock`'s alone. */
const door = { ...itemState, query: { item: 'id', streamtype: 'streamtype' } } as const;

export function createItems(request: Request, encode: EncodeFields, { clock }: Browser, dialect: Partial<Dialect>, emit: Emit): Items {
  const items: Record<string, Item> = {};
  const ask = createAsk(request, clock, dialect.readItemState);
  return {
    item(reference) {
      const { item, streamtype, ...more } = reference;
      const { query } = encode(itemStateArea, door, { item: item ?? null, streamtype: streamtype ?? null, ...more }, itemStateArea.refuseFor('usher.item'));
      return (items[query] ??= createItem(ask(reference), (state) => emit('item', { ...state, item: String(item), streamtype: String(streamtype) })));
    },
    recheck() {
      for (const item of Object.values(items)) if (item.$state.get().checkedAt) void item.check();
    },
  };
}
