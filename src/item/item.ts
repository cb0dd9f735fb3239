import { atom } from 'nanostores';
import type { ReadableAtom, WritableAtom } from 'nanostores';
import type { ValuesOf } from '../contract/endpoint.ts';
import type { itemState } from '../contract/item-state.ts';
import type { Turn } from '../transport/concurrency-limit.ts';
import { readOnly } from '../session/read-only-store.ts';
import type { UsherError } from '../errors/usher-error.ts';
import { unasked } from './item-state.ts';
import type { ItemState } from './item-state.ts';

/** Which item is meant: its media ID and its streamtype. */
export type ItemReference = Required<Pick<ValuesOf<typeof itemState>, 'item' | 'streamtype'>>;

/** An item, and whether the viewer may watch it. */
export interface Item {
  /**
   * Whether it may be watched. The first subscriber has it asked. When a login, a purchase or a
   * voucher may have changed it, it is asked again at once while somebody subscribes, else by the
   * next subscriber.
   */
  readonly $state: ReadableAtom<ItemState>;
  /**
   * Asks the platform (`POST /payment/itemstate`), before all that waits for its turn; one request
   * for any number of askers at the same time. It does not reject: what went wrong stands in the
   * state.
   * @example const { access, reason } = await usher.item({ item: 7, streamtype: 'video' }).check();
   */
  readonly check: () => Promise<ItemState>;
  /**
   * The same, and the platform registers the buy when the viewer may watch the item anyway, for
   * instance by a subscription. For the viewer's own action only; never repeated by itself.
   */
  readonly unlock: () => Promise<ItemState>;
}

/** What is known of an item, and how it is being asked. */
export interface ItemRecord {
  readonly reference: ItemReference;
  readonly $state: WritableAtom<ItemState>;
  readonly display: (state: ItemState) => void;
  /** The check under way. */
  asking?: Promise<ItemState> | undefined;
  /** Its turn. */
  turn?: Turn;
  unlocking?: Promise<ItemState> | undefined;
  /** What is known may not be so any more. */
  isStale: boolean;
  /** The page waits for the answer. */
  isUrgent: boolean;
  /** A call that the viewer's change has overtaken is made again for its caller. */
  asksAgain: boolean;
  /** The item that was looked at last has the highest number. */
  lookedAt: number;
}

/** What asks the platform about an item; loaded with the first of them. None of them rejects. */
export interface ItemCalls {
  /** For the page: before all that waits. */
  readonly check: (own: ItemRecord) => Promise<ItemState>;
  readonly unlock: (own: ItemRecord) => Promise<ItemState>;
  /** For the runtime: when it is its turn, and after an answer under way. */
  readonly refresh: (own: ItemRecord) => Promise<ItemState>;
}

/** A handle, and what the runtime does with it. */
export interface KnownItem<More> {
  readonly item: Item & More;
  readonly own: ItemRecord;
  readonly refresh: () => Promise<ItemState>;
}

let looks = 0;

/** `more` is what a page can do with an item beside. */
export function createItem<More>(
  reference: ItemReference,
  load: () => Promise<ItemCalls>,
  display: ($state: WritableAtom<ItemState>, state: ItemState) => void,
  more: More,
): KnownItem<More> {
  const $state = atom<ItemState>(unasked);
  const own: ItemRecord = {
    reference,
    $state,
    display: (state) => display($state, state),
    isStale: true,
    isUrgent: false,
    asksAgain: true,
    lookedAt: 0,
  };
  const act = (name: keyof ItemCalls) => (): Promise<ItemState> =>
    load().then(
      (calls) => calls[name](own),
      (error: UsherError) => {
        const before = $state.get();
        own.display({ ...before, access: before.checkedAt ? before.access : 'unknown', error });
        return $state.get();
      },
    );
  const refresh = act('refresh');
  const item: Item & More = {
    ...more,
    $state: watched($state, () => {
      markAsWanted(own);
      if (own.isStale) void refresh();
    }),
    check: act('check'),
    unlock: act('unlock'),
  };
  return { item, own, refresh };
}

/** Somebody looks at an item: it is next. */
export function markAsWanted(own: ItemRecord): void {
  own.lookedAt = ++looks;
}

/** The store, read-only; `onListen` is called before each who listens. */
function watched($state: ReadableAtom<ItemState>, onListen: () => void): ReadableAtom<ItemState> {
  const looking =
    (subscribe: ReadableAtom<ItemState>['listen']): typeof subscribe =>
    (listener) => {
      onListen();
      return subscribe(listener);
    };
  const $read = readOnly($state);
  return Object.assign($read, {
    listen: looking($read.listen),
    subscribe: looking($read.subscribe as ReadableAtom<ItemState>['listen']),
  });
}
