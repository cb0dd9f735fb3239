import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { OfferTerms } from '../dialect/item-state-reader.ts';
import type { Offer } from '../item/offer.ts';

/** The terms of an offer that a purchase knows by itself. */
const knownTerms = ['hours', 'duration', 'isPremium', 'paidMonthly'] as const;

/**
 * The offer that a purchase has taken. If several offers have its price and its terms, or none, the
 * result has only what the purchase says.
 */
export function offerOf(purchase: PurchaseState, offers: readonly Offer[]): OfferTerms {
  const { operation, amount, currency, hours, duration, isPremium, paidMonthly } = purchase;
  const [offer, ...others] = offers.filter(
    (each) =>
      each.operation === operation &&
      each.amount === amount &&
      each.currency === currency &&
      knownTerms.every((name) => purchase[name] === undefined || purchase[name] === each[name]),
  );
  if (offer && others.length === 0) return offer;
  const price = { amount: amount ?? 0, currency: currency ?? '' };
  return { operation, ...price, hours, duration, isPremium, paidMonthly };
}
