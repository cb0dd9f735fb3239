import type { Offer } from '../dialect/item-state-reader.ts';
import type { UsherError } from '../errors/usher-error.ts';

/** Why an item may or may not be watched. */
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
  /** When the answer came, in ms since 1970; `null` until there is one. */
  readonly checkedAt: number | null;
  /** End of a grant in ms since 1970; `null` when it has none. */
  readonly until: number | null;
  /** Why the last check gave no answer; the rest is then what was known before. */
  readonly error?: UsherError;
}

export const unasked: ItemState = {
  access: 'unknown',
  reason: '',
  offers: [],
  checkedAt: null,
  until: null,
};

/** The state while a check is under way: what is granted stays so. */
export function checking(state: ItemState): ItemState {
  return state.access === 'granted' ? state : { ...state, access: 'checking' };
}
