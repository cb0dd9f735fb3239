import type { Offer } from '../dialect/item-state-reader.ts';
import type { UsherError } from '../errors/usher-error.ts';

/** The reason why an item may or may not be watched. */
export type AccessReason =
  | 'free'
  | 'paid'
  | 'subscription'
  | 'voucher'
  | 'external'
  | 'not-paid'
  | 'login-required'
  | 'geo'
  | 'age'
  | 'schedule'
  | 'domain'
  | 'not-found'
  | 'static'
  | 'offline'
  | 'unreadable'
  | 'error'
  | (string & {});

/** Whether an item may be watched. */
export interface ItemState {
  readonly access: 'unknown' | 'checking' | 'granted' | 'denied';
  /** Empty until there is an answer. */
  readonly reason: AccessReason;
  /** Ways to buy the item. */
  readonly offers: readonly Offer[];
  /** Time of the answer, in ms since 1970. `null` without one. */
  readonly checkedAt: number | null;
  /** End of a grant, in ms since 1970. `null` when it has none. */
  readonly until: number | null;
  /**
   * The error of the last check, when it gave no answer. The other fields then keep their values.
   */
  readonly error?: UsherError;
}

export const unasked: ItemState = {
  access: 'unknown',
  reason: '',
  offers: [],
  checkedAt: null,
  until: null,
};

/** The state during a check. A granted item stays granted. */
export function checking(state: ItemState): ItemState {
  return state.access === 'granted' ? state : { ...state, access: 'checking' };
}
