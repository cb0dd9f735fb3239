import type { Offer, PurchaseState, Usher } from 'usher-runtime';

/** The offers of the domain; none where they cannot be loaded. */
export async function fetchSoldOffers(usher: Usher): Promise<readonly Offer[]> {
  try {
    return await (await usher.checkout()).offers();
  } catch {
    return [];
  }
}

/** The subscription of a purchase, by its price; `undefined` where it is no longer sold. */
export const findSubscription = (
  offers: readonly Offer[],
  { amount, currency }: Pick<PurchaseState, 'amount' | 'currency'>,
): Offer | undefined =>
  offers.find(
    (offer) =>
      offer.operation === 'subscription' && offer.amount === amount && offer.currency === currency,
  );
