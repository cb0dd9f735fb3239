import { atom, onMount } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import type { Clock } from '../browser/clock.ts';
import type { ValuesOf } from '../contract/endpoint.ts';
import type { itemState } from '../contract/item-state.ts';
import type { Answer } from '../dialect/envelope.ts';
import { readItemState } from '../dialect/item-state-reader.ts';
import type { ItemStateReading } from '../dialect/item-state-reader.ts';
import { isUsherError } from '../errors/usher-error.ts';
import type { UsherError } from '../errors/usher-error.ts';
import { answered, checking, failed, unasked } from './item-state.ts';
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

export interface ItemOptions {
  readonly clock: Clock;
  readonly request: (values: ValuesOf<typeof itemState>) => Promise<Answer>;
  readonly read: ((result: unknown) => ItemStateReading | undefined) | undefined;
  readonly onChange: (state: ItemState) => void;
}

export function createItem(reference: ItemReference, { clock, request, read = readItemState, onChange }: ItemOptions): Item {
  const $state = atom<ItemState>(unasked);
  let asking: Promise<ItemState> | undefined;
  const show = (state: ItemState): ItemState => {
    $state.set(state);
    onChange(state);
    return state;
  };
  const ask = async (perform: boolean): Promise<ItemState> => {
    const before = $state.get();
    show(checking(before));
    try {
      const { result } = await request(perform ? { ...reference, performTransactionIfPossible: true } : reference);
      return show(answered(read(result), clock.now()));
    } catch (error) {
      if (!isUsherError(error)) throw error;
      return show(failed(before, error as UsherError, clock.now()));
    }
  };
  const check = (): Promise<ItemState> => (asking ??= ask(false).finally(() => (asking = undefined)));
  onMount($state, () => {
    if ($state.get() === unasked) void check();
  });
  return {
    $state: Object.create($state, { set: {} }) as ReadableAtom<ItemState>,
    check,
    unlock: async () => {
      await asking;
      return (asking = ask(true).finally(() => (asking = undefined)));
    },
  };
}
