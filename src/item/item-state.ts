import type { ErrorState } from '../errors/error-state.ts';
import type { Offer } from './offer.ts';

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
  /** `unknown` until there is an answer, or when it cannot be read or is too old. */
  readonly access: 'granted' | 'denied' | 'unknown';
  /** A check is under way. The other fields still show the last answer. */
  readonly checking: boolean;
  /** Empty until there is an answer. */
  readonly reason: AccessReason;
  /** Ways to buy the item. */
  readonly offers: readonly Offer[];
  /** Time of the answer, in ms since 1970. `null` without one. */
  readonly checkedAt: number | null;
  /** End of a grant, in ms since 1970. `null` when it has none. */
  readonly expiresAt: number | null;
  /**
   * The error of the last check, when it gave no answer. The other fields then keep their values.
   */
  readonly error?: ErrorState | undefined;
}

export const unasked: ItemState = {
  access: 'unknown',
  checking: false,
  reason: '',
  offers: [],
  checkedAt: null,
  expiresAt: null,
};

/** Whether a purchase or a voucher may give the viewer more access than a state has. */
export const mayGain = ({ access, expiresAt }: ItemState): boolean =>
  access !== 'granted' || expiresAt !== null;

/**
 * When the platform last told the page that the viewer may not watch. `null` without an answer, and
 * for a grant: a viewer who buys what is shown as granted does so on purpose, for instance to
 * extend a rental.
 */
export const deniedAt = ({ access, checkedAt }: ItemState): number | null =>
  access === 'granted' ? null : checkedAt;
