import type { OfferTerms } from '../dialect/item-state-reader.ts';

/** One way to buy an item. */
export interface Offer extends OfferTerms {
  /**
   * A key for lists: operation, amount, currency, hours, months, `premium` and `monthly`, as far as
   * the offer has them. `ppv-499-EUR-48`, `subscription-699-EUR-12-premium-monthly`. It is unique
   * in its list: the second of two with the same key ends with `#2`. It stays the same as long as
   * the offer does. The platform does not know it, and a purchase does not send it.
   */
  readonly id: string;
}

/** Adds its `id` to each offer of a list. */
export function withIds(offers: readonly OfferTerms[]): readonly Offer[] {
  const keys: string[] = [];
  return offers.map((offer) => {
    const key = keyOf(offer);
    const before = keys.filter((each) => each === key).length;
    keys.push(key);
    return { ...offer, id: before ? `${key}#${before + 1}` : key };
  });
}

function keyOf(offer: OfferTerms): string {
  const { operation, amount, currency, hours, duration, isPremium, paidMonthly } = offer;
  const level = isPremium && 'premium';
  return [operation, amount, currency, hours, duration, level, paidMonthly && 'monthly']
    .filter((part) => part || part === 0)
    .join('-');
}
