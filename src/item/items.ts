import { encodeFields, type RowFields } from '../contract/encode-fields.ts';
import { refuseFor } from '../contract/refuse.ts';
import { show } from '../reactive/events.ts';
import type { EmitItem } from './item-events.ts';
import type { ItemState } from './item-state.ts';
import {
  createItem,
  noteGlobalId,
  type Item,
  type ItemCalls,
  type ItemInternals,
  type ItemReference,
  type KnownItem,
} from './item.ts';

/** The items that a page has requested. */
export interface Items<More = unknown> {
  /**
   * Returns the handle of an item: the same object for the same item, unless it was forgotten. A
   * page may go on with a forgotten one.
   */
  readonly item: (reference: ItemReference) => Item & More;
  /**
   * The items that may have a state or a listener, by their query. The one that changed last is at
   * the end.
   */
  readonly known: Map<unknown, KnownItem<More>>;
  /**
   * Parts of the runtime that follow the items. They are called within each change, with the item.
   * Without an item the access to any of them may have changed.
   */
  readonly observers: Set<(item?: KnownItem<unknown>, state?: ItemState) => void>;
}

/** The fields that identify an item. Only `claim` performs a transaction. */
const itemFields: RowFields = { query: { item: 'id', streamtype: 'streamtype' } };
const globalIdField: RowFields = { query: { globalId: 'id' } };

/** A global ID. An attribute without a value gives none. */
function checkedGlobalId(given: ItemReference['globalId'] | null): ItemReference['globalId'] {
  if (given === '' || given === null) return undefined;
  encodeFields({}, globalIdField, { globalId: given }, refuseFor('usher.item'));
  return given;
}

export function createItems<More>(
  load: () => Promise<ItemCalls>,
  emit: EmitItem,
  more: (internals: () => ItemInternals) => More,
): Items<More> {
  const known = new Map<unknown, KnownItem<More>>();
  const observers: Items['observers'] = new Set();
  return {
    item(reference) {
      const { item, streamtype, globalId, ...others } = Object(reference) as ItemReference;
      const { query } = encodeFields(
        {},
        itemFields,
        { item: item ?? null, streamtype: streamtype || null, ...others },
        refuseFor('usher.item'),
      );
      const create = (): KnownItem<More> => {
        const created: KnownItem<More> = createItem(
          { item, streamtype },
          load,
          ($state, state) => {
            moveToEnd(known, query, created);
            show($state, state);
            emit('item', { ...state, item: String(item), streamtype: String(streamtype) });
            for (const observe of Array.from(observers)) observe(created, state);
          },
          more(() => created.internals),
        );
        known.set(query, created);
        return created;
      };
      const found = known.get(query) ?? create();
      noteGlobalId(found.internals, checkedGlobalId(globalId));
      return found.item;
    },
    known,
    observers,
  };
}

/**
 * Moves an item that changes to the end. If a forgotten item is used again, its query may belong to
 * a newer handle. The old one is then its own key.
 */
function moveToEnd<K>(known: Map<unknown, K>, query: unknown, item: K): void {
  const key = known.get(query) === item ? query : item;
  known.delete(key);
  known.set(key, item);
}
