import { atom, type ReadableAtom, type WritableAtom } from 'nanostores';
import type { Streamtype } from '../contract/endpoint.ts';
import { errorState } from '../errors/error-state.ts';
import type { UsherError } from '../errors/usher-error.ts';
import { readOnly } from '../reactive/read-only-store.ts';
import type { Writable } from '../session/state/writable.ts';
import type { Turn } from '../transport/concurrency-limit.ts';
import type { Claimant } from './claimant.ts';
import { unasked, type ItemState } from './item-state.ts';

/** Identifies an item: its media ID and its streamtype. */
export interface ItemReference {
  /** The ID of the media item. As text or bigint it keeps every digit. */
  readonly item: number | bigint | string;
  readonly streamtype: Streamtype;
  /** The global ID (`GID` in answers). `item.sources()` needs it. */
  readonly globalId?: number | bigint | string | undefined;
}

/** An item, with the viewer's access to it. */
export interface Item {
  /**
   * The state of access. The first subscriber causes a check. A login, a purchase or a voucher may
   * change access. The item is then checked again, at once if it has a subscriber, else with the
   * next subscriber.
   */
  readonly $state: ReadableAtom<ItemState>;
  /**
   * Asks the platform (`POST /payment/itemstate`), ahead of queued checks. Callers at the same time
   * share one request. Each waits for at most 30 seconds. It does not reject: an error is in the
   * state.
   *
   * @example const { access, reason } = await usher.item({ item: 7, streamtype: 'video' }).check();
   */
  readonly check: () => Promise<ItemState>;
  /**
   * The same as `check`, but the platform registers the buy when the viewer may watch the item
   * anyway, for instance by a subscription. Only for an action of the viewer. It is never repeated
   * automatically, and never for another viewer: if another one is there before it is sent, nothing
   * is sent, and the error in the state that it returns is `identity-changed`.
   */
  readonly claim: () => Promise<ItemState>;
}

/** A check or a claim that was sent, and whose answer the item shows. */
export interface CheckUnderWay {
  readonly answer: Promise<ItemState>;
  readonly turn: Turn;
  /** The page waits for the answer. */
  isUrgent: boolean;
}

/** A claim of the page, also while it waits for the check before it. */
export interface ClaimUnderWay {
  readonly answer: Promise<ItemState>;
  readonly claimant: Claimant;
}

/**
 * The state of an item and of its calls. To other files its members are `readonly`: the functions
 * below change it, and those of `change-item.ts`, which come with the code of the calls.
 */
export interface ItemInternals {
  readonly reference: Omit<ItemReference, 'globalId'>;
  readonly globalId?: ItemReference['globalId'];
  readonly $state: WritableAtom<ItemState>;
  readonly display: (state: ItemState) => void;
  readonly check?: CheckUnderWay | undefined;
  readonly claim?: ClaimUnderWay | undefined;
  /** The state may be out of date. */
  readonly isStale: boolean;
  /** Monotonic time before which the platform has requested not to check the item again. */
  readonly retryAt: number;
  /** The item that was used last has the highest number. */
  readonly useNumber: number;
}

/** The calls for an item. Loaded with the first call. None of them rejects. */
export interface ItemCalls {
  /** For the page: ahead of queued checks. */
  readonly check: (internals: ItemInternals) => Promise<ItemState>;
  readonly claim: (internals: ItemInternals) => Promise<ItemState>;
  /** For the runtime: queued, and after a call under way. */
  readonly recheck: (internals: ItemInternals) => Promise<ItemState>;
}

/** A handle, and the parts that only the runtime uses. */
export interface KnownItem<More> {
  readonly item: Item & More;
  readonly internals: ItemInternals;
  readonly recheck: () => Promise<ItemState>;
}

let uses = 0;

/** `more` holds the other members of an item, for example `buy`. */
export function createItem<More>(
  reference: ItemInternals['reference'],
  load: () => Promise<ItemCalls>,
  display: ($state: WritableAtom<ItemState>, state: ItemState) => void,
  more: More,
): KnownItem<More> {
  const $state = atom<ItemState>(unasked);
  const internals: ItemInternals = {
    reference,
    $state,
    display: (state) => display($state, state),
    isStale: true,
    retryAt: 0,
    useNumber: 0,
  };
  const act = (name: keyof ItemCalls) => (): Promise<ItemState> =>
    load().then(
      (calls) => calls[name](internals),
      (error: UsherError) => {
        const before = $state.get();
        internals.display({ ...before, checking: false, error: errorState(error) });
        return $state.get();
      },
    );
  const recheck = act('recheck');
  const item: Item & More = {
    ...more,
    $state: readOnly($state, () => {
      markAsWanted(internals);
      if (internals.isStale) void recheck();
    }),
    check: act('check'),
    claim: act('claim'),
  };
  return { item, internals, recheck };
}

/** Whether the page listens to the state of an item. Nanostores counts the listeners in `lc`. */
export const hasListener = ({ $state }: Pick<ItemInternals, '$state'>): boolean => $state.lc > 0;

/** Notes the global ID of an item. The first one that the page gives counts. */
export function noteGlobalId(
  internals: Writable<ItemInternals>,
  globalId: ItemReference['globalId'],
): void {
  internals.globalId ??= globalId;
}

/** Marks the state of an item as out of date. */
export function markAsStale(internals: Writable<ItemInternals>): void {
  internals.isStale = true;
}

/** Marks an item as the last used one: its check is next. */
export function markAsWanted(internals: Writable<ItemInternals>): void {
  internals.useNumber = ++uses;
  internals.check?.turn.changed?.();
}
