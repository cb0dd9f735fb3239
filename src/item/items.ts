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
export interface Items<More = unknown> {
  /** The handle of an item; the same object for the same item. */
  readonly item: (reference: ItemReference) => Item & More;
  /** All of them, as they were asked for. */
  readonly known: Readonly<Record<string, ItemAndRenew<More>>>;
}

/** What names an item: both fields, and no wish to buy, which is `unlock`'s alone. */
const door = { ...itemState, query: { item: 'id', streamtype: 'streamtype' } } as const;

/** Asks the platform about an item. It rejects only when the code for that cannot be loaded. */
export type Ask = (reference: ItemReference, ...asked: Parameters<AskItem>) => Promise<ItemState>;

export function createItems<More>(ask: Ask, encode: EncodeFields, emit: EmitItem, more: (reference: ItemReference) => More): Items<More> {
  const known: Record<string, ItemAndRenew<More>> = {};
  return {
    item(reference) {
      const { item, streamtype, ...others } = reference;
      const { query } = encode(itemStateArea, door, { item: item ?? null, streamtype: streamtype ?? null, ...others }, itemStateArea.refuseFor('usher.item'));
      const askItem: AskItem = (before, perform) => ask(reference, before, perform).catch((error: UsherError) => ({ ...before, access: before.checkedAt ? before.access : 'unknown', error }));
      return (known[query] ??= createItem(askItem, ($state, state) => {
        show($state, state, emit as Emit);
        emit('item', { ...state, item: String(item), streamtype: String(streamtype) });
      }, more(reference)))[0];
    },
    known,
  };
}
