import { show } from '../reactive/events.ts';
import { encodeFields } from '../contract/encode-fields.ts';
import type { RowFields } from '../contract/encode-fields.ts';
import { refuseFor } from '../contract/refuse.ts';
import type { EmitItem } from './item-events.ts';
import { createItem } from './item.ts';
import type { Item, ItemCalls, ItemRecord, ItemReference, KnownItem } from './item.ts';
import type { ItemState } from './item-state.ts';

/** The items that a page has requested. */
export interface Items<More = unknown> {
  /** Returns the handle of an item: the same object for the same item. */
  readonly item: (reference: ItemReference) => Item & More;
  /** All requested items, by key. */
  readonly known: Readonly<Record<string, KnownItem<More>>>;
  /**
   * Parts of the runtime that follow the items. They are called within each change, with the item's
   * key. Without a key the access to any item may have changed.
   */
  readonly observers: Set<(key?: string, state?: ItemState) => void>;
}

/** The fields that identify an item. Only `claim` performs a transaction. */
const itemFields: RowFields = { query: { item: 'id', streamtype: 'streamtype' } };

export function createItems<More>(
  load: () => Promise<ItemCalls>,
  emit: EmitItem,
  more: (reference: ItemRecord['reference'], globalId: () => ItemReference['globalId']) => More,
): Items<More> {
  const known: Record<string, KnownItem<More>> = {};
  const observers: Items['observers'] = new Set();
  return {
    item(reference) {
      const { item, streamtype, globalId, ...others } = reference;
      const { query } = encodeFields(
        {},
        itemFields,
        { item: item ?? null, streamtype: streamtype ?? null, ...others },
        refuseFor('usher.item'),
      );
      const found = (known[query] ??= createItem(
        { item, streamtype },
        load,
        ($state, state) => {
          show($state, state);
          emit('item', { ...state, item: String(item), streamtype: String(streamtype) });
          for (const observe of Array.from(observers)) observe(query, state);
        },
        more({ item, streamtype }, () => known[query]!.own.globalId),
      ));
      found.own.globalId ??= globalId;
      return found.item;
    },
    known,
    observers,
  };
}
