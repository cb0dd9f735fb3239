import type { Browser } from '../browser/browser.ts';
import { show } from '../browser/events.ts';
import type { Emit } from '../browser/events.ts';
import { itemState, itemStateArea } from '../contract/item-state.ts';
import type { EncodeFields } from '../contract/encode-fields.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Request } from '../session/request.ts';
import { createAsk } from './ask.ts';
import type { EmitItem } from './item-events.ts';
import { createItem } from './item.ts';
import type { Item, ItemAndRenew, ItemReference } from './item.ts';

/** The items that a page has asked for. */
export interface Items {
  /** The handle of an item; the same object for the same item. */
  readonly item: (reference: ItemReference) => Item;
  /** Forgets what is known, and asks again what was asked: for another viewer. */
  readonly renew: () => void;
}

/** What names an item: both fields, and no wish to buy, which is `unlock`'s alone. */
const door = { ...itemState, query: { item: 'id', streamtype: 'streamtype' } } as const;

export function createItems(request: Request, encode: EncodeFields, { clock }: Browser, dialect: Partial<Dialect>, emit: EmitItem): Items {
  const items: Record<string, ItemAndRenew> = {};
  const ask = createAsk(request, clock, dialect.readItemState);
  return {
    item(reference) {
      const { item, streamtype, ...more } = reference;
      const { query } = encode(itemStateArea, door, { item: item ?? null, streamtype: streamtype ?? null, ...more }, itemStateArea.refuseFor('usher.item'));
      return (items[query] ??= createItem(ask(reference), ($state, state) => {
        show($state, state, emit as Emit);
        emit('item', { ...state, item: String(item), streamtype: String(streamtype) });
      }))[0];
    },
    renew() {
      for (const [, renew] of Object.values(items)) renew();
    },
  };
}
