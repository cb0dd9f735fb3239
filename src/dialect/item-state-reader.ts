import { member, numberOf, recordOf, textOf } from './readers.ts';

/** One way to buy an item. */
export interface Offer {
  /** `ppv`, `subscription`, `ownage`, … */
  readonly operation: string;
  /** In the currency's subunit (cents). */
  readonly amount: number;
  /** Three letters, as `EUR`. */
  readonly currency: string;
  /** How long a rented item can be watched, in hours. */
  readonly hours?: number;
  /** How long a subscription lasts, in months. */
  readonly duration?: number;
  readonly isPremium?: boolean;
}

/** What an item state answer says. */
export interface ItemStateReading {
  readonly granted: boolean;
  /** `paid`, `free`, `not-paid`, … as the platform calls it. */
  readonly reason?: string;
  /** End of a grant in unix seconds; absent when it has none. */
  readonly validUntil?: number;
  readonly offers: readonly Offer[];
}

/** Booleans come as 0 or 1, as text, or as true or false; anything else is `undefined`. */
export function booleanOf(value: unknown): boolean | undefined {
  const found = ['0', '1', 'false', 'true'].indexOf(String(value));
  return found < 0 || typeof value === 'object' ? undefined : found % 2 === 1;
}

/** Reads an item state; `undefined` when the answer does not say whether the item may be watched. */
export function readItemState(result: unknown): ItemStateReading | undefined {
  const granted = booleanOf(member(result, 'general', 'canPlay'));
  if (granted === undefined) return undefined;
  const reason = textOf(member(result, 'general', 'reason'));
  const validUntil = numberOf(member(result, 'general', 'validUntil'));
  const offers = member(result, 'general', 'offers');
  return {
    granted,
    offers: Array.isArray(offers) ? offers.flatMap((offer) => readOffer(offer) ?? []) : [],
    ...(reason && { reason }),
    ...(validUntil && { validUntil }),
  };
}

function readOffer(value: unknown): Offer | undefined {
  const offer = recordOf(value) ?? {};
  const operation = textOf(offer['operation']);
  const amount = numberOf(offer['amount']);
  const currency = textOf(offer['currency']);
  if (!operation || amount === undefined || !currency) return undefined;
  const hours = numberOf(offer['hours']);
  const duration = numberOf(offer['duration']);
  const isPremium = booleanOf(offer['isPremium']);
  return { operation, amount, currency, ...(hours && { hours }), ...(duration && { duration }), ...(isPremium !== undefined && { isPremium }) };
}
