import type { Operation } from '../contract/answers/payment.ts';
import { isObject } from '../errors/is-object.ts';
import { member, numberOf, textOf } from './readers.ts';

/** What an offer sells, and for how much. */
export interface OfferTerms {
  readonly operation: Operation;
  /** In the currency's subunit (cents). */
  readonly amount: number;
  /** Three letters, for example `EUR`. */
  readonly currency: string;
  /** The rental period, in hours. */
  readonly hours?: number | undefined;
  /** The period of a subscription, in months. */
  readonly duration?: number | undefined;
  readonly isPremium?: boolean | undefined;
  /** Whether a subscription is paid each month. `false`: in full upfront. */
  readonly paidMonthly?: boolean | undefined;
}

/** The content of an item state answer. */
export interface ItemStateReading {
  readonly granted: boolean;
  /** `paid`, `free`, `not-paid`, … in the platform's words. */
  readonly reason?: string | undefined;
  /** End of a grant in unix seconds. Absent when it has none. */
  readonly validUntil?: number | undefined;
  readonly offers: readonly OfferTerms[];
}

/** Reads a boolean: 0 or 1, true or false, each also as text. `undefined` for other values. */
export function booleanOf(value: unknown): boolean | undefined {
  const text = isObject(value) ? '' : String(value);
  return /^(1|true)$/.test(text) || (/^(0|false)$/.test(text) ? false : undefined);
}

/** The last second of the year 9999. A later time is in ms, or means that there is no end. */
const maxSeconds = 253_402_300_799;

/** Returns the end of a grant in ms. `null` without one: platforms write 0, -1 or a late time. */
export const endMsOf = (seconds = 0): number | null =>
  seconds > 0 && seconds <= maxSeconds ? seconds * 1000 : null;

/**
 * Reads an item state. `undefined` when the answer does not say whether the item may be watched.
 */
export function readItemState(result: unknown): ItemStateReading | undefined {
  const general = (name: string): unknown => member(result, 'general', name);
  const granted = booleanOf(general('canPlay'));
  const offers = general('offers');
  return granted === undefined
    ? granted
    : {
        granted,
        reason: textOf(general('reason')),
        validUntil: numberOf(general('validUntil')) || undefined,
        offers: Array.isArray(offers) ? offers.flatMap(readOffer) : [],
      };
}

/**
 * Reads a price: a whole number of subunits from 0, and a currency of three letters. `undefined`
 * for other values, which could be neither shown nor paid.
 */
export function readPrice(
  given: unknown,
  givenCurrency: unknown,
): Pick<OfferTerms, 'amount' | 'currency'> | undefined {
  const amount = numberOf(given);
  const currency = textOf(givenCurrency);
  if (amount === undefined || !Number.isSafeInteger(amount) || amount < 0) return undefined;
  return currency && /^[a-z]{3}$/i.test(currency) ? { amount, currency } : undefined;
}

function readOffer(offer: unknown): OfferTerms[] {
  const given = Object(offer) as Readonly<Record<keyof OfferTerms, unknown>>;
  const operation = textOf(given.operation);
  const price = readPrice(given.amount, given.currency);
  if (!operation || !price) return [];
  return [
    {
      operation,
      ...price,
      hours: numberOf(given.hours),
      duration: numberOf(given.duration),
      isPremium: booleanOf(given.isPremium),
      paidMonthly: booleanOf(given.paidMonthly),
    },
  ];
}
