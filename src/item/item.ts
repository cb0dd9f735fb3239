import { atom } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import type { ValuesOf } from '../contract/endpoint.ts';
import type { itemState } from '../contract/item-state.ts';
import { readOnly } from '../session/session.ts';
import { checking, unasked } from './item-state.ts';
import type { ItemState } from './item-state.ts';

/** Which item is meant: its media ID and its streamtype. */
export type ItemReference = Required<Pick<ValuesOf<typeof itemState>, 'item' | 'streamtype'>>;

/** An item at the door. */
export interface Item {
  /** Whether it may be watched. The first subscriber has it asked. */
  readonly $state: ReadableAtom<ItemState>;
  /**
   * Asks the platform (`POST /payment/itemstate`); one request for any number of askers at the same time. It does not reject: what went
   * wrong stands in the state.
   * @example const { access, reason } = await usher.item({ item: 7, streamtype: 'video' }).check();
   */
  readonly check: () => Promise<ItemState>;
  /**
   * The same, and the platform registers the buy when the viewer may watch the item anyway, for instance by a subscription. For the
   * viewer's own action only; never repeated by itself.
   */
  readonly unlock: () => Promise<ItemState>;
}

/** Asks the platform, and makes a state of what it answers, or of why it does not. Never rejects. */
export type AskItem = (before: ItemState, perform: boolean) => Promise<ItemState>;

/**
 * A handle, and what asks again what was asked. Without `keepsGrants` all that was known is forgotten first, and answers under way count no
 * more; with it only what is not granted is asked.
 */
export type ItemAndRenew<More> = readonly [item: Item & More, renew: (keepsGrants?: boolean) => Promise<unknown>];

/** `more` is what a page can do with an item beside. */
export function createItem<More>(ask: AskItem, display: ($state: ReturnType<typeof atom<ItemState>>, state: ItemState) => void, more: More): ItemAndRenew<More> {
  const $state = atom<ItemState>(unasked);
  let asking: Promise<ItemState> | undefined;
  let unlocking: Promise<ItemState> | undefined;
  const run = (perform: boolean): Promise<ItemState> => {
    const before = $state.get();
    const own: Promise<ItemState> = ask(before, perform).then((state) => {
      if (asking !== own) return check(); // the viewer changed meanwhile
      asking = undefined;
      display($state, state);
      return state;
    });
    asking = own;
    display($state, checking(before));
    return own;
  };
  const check = (): Promise<ItemState> => asking ?? run(false);
  const item: Item & More = {
    ...more,
    $state: watched($state, check),
    check,
    unlock: () => (unlocking ??= Promise.resolve(asking).then(() => run(true)).finally(() => {
      unlocking = undefined;
    })),
  };
  return [item, async (keepsGrants) => {
    const state = $state.get();
    if (state === unasked || (keepsGrants && state.access === 'granted')) return;
    if (keepsGrants) await asking;
    else {
      asking = undefined;
      display($state, unasked);
    }
    await check();
  }];
}

/** The store, read-only, and asked about by whoever listens first. */
function watched($state: ReadableAtom<ItemState>, check: () => unknown): ReadableAtom<ItemState> {
  const checked = (subscribe: ReadableAtom<ItemState>['listen']): typeof subscribe => (listener) => {
    if ($state.get() === unasked) check();
    return subscribe(listener);
  };
  return Object.assign(readOnly($state), { listen: checked($state.listen), subscribe: checked($state.subscribe as ReadableAtom<ItemState>['listen']) });
}
