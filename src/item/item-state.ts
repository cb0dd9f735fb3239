import type { ItemStateReading, Offer } from '../dialect/item-state-reader.ts';
import type { UsherError } from '../errors/usher-error.ts';

/** Why an item may or may not be watched. */
export type AccessReason =
  | 'free' | 'paid' | 'subscription' | 'voucher' | 'external'
  | 'not-paid' | 'login-required' | 'geo' | 'age' | 'schedule' | 'domain' | 'not-found'
  | 'static' | 'offline' | 'unreadable' | 'error' | (string & {});

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

export const unasked: ItemState = { access: 'unknown', reason: '', offers: [], checkedAt: null, until: null };

/** The state while a check is under way: what is granted stays so. */
export function checking(state: ItemState): ItemState {
  return state.access === 'granted' ? state : { ...state, access: 'checking' };
}

/** The state that an answer makes; an unreadable one is `unknown`, never `denied` and never `granted`. */
export function answered(reading: ItemStateReading | undefined, now: number): ItemState {
  if (!reading) return { ...unasked, reason: 'unreadable', checkedAt: now };
  const { granted, reason, offers, validUntil } = reading;
  return { access: granted ? 'granted' : 'denied', reason: reason ?? (granted ? 'paid' : 'not-paid'), offers, checkedAt: now, until: validUntil ? validUntil * 1000 : null };
}

/** The state after a check without an answer: the last answer stands, with its age, while it is valid. */
export function failed(before: ItemState, error: UsherError, now: number): ItemState {
  if (error.code === 'not-found') return { ...unasked, access: 'denied', reason: 'not-found', checkedAt: now };
  if (before.checkedAt && !(before.until && before.until <= now)) return { ...before, error };
  return { ...unasked, reason: reasonOf(error), error };
}

function reasonOf({ code }: UsherError): AccessReason {
  if (code === 'static-session') return 'static';
  if (code === 'malformed') return 'unreadable';
  return code === 'network' || code === 'timeout' || code === 'offline' ? 'offline' : 'error';
}
