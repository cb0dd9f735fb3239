/**
 * A subscription that is sold. `duration` is in months; `price` is for each month when it is paid
 * monthly, else for the whole duration.
 */
export interface SubscriptionOffer {
  readonly duration: number;
  readonly price: number;
  readonly isPremium: 0 | 1;
  readonly paidMonthly: 0 | 1;
}

const subscriptions: readonly SubscriptionOffer[] = [
  { duration: 1, price: 799, isPremium: 0, paidMonthly: 1 },
  { duration: 12, price: 7990, isPremium: 0, paidMonthly: 0 },
  { duration: 1, price: 1299, isPremium: 1, paidMonthly: 1 },
  { duration: 12, price: 699, isPremium: 0, paidMonthly: 1 },
];

/**
 * What a domain sells, as init's `pricemodel` gives it, in the currency's subunit. `ppv` and
 * `ownage` are the prices of most items; an item's own are in its offers. `upgrade` makes the
 * running term of a default subscription premium; each later month then costs so much more.
 */
export const priceModel = {
  currency: 'EUR',
  ppv: { price: 499, hours: 48 },
  ownage: { price: 1299 },
  subscriptions,
  upgrade: { price: 500 },
} as const;

/** The premium subscription of a duration, paid in the same way; some have none. */
export function premiumOffer(
  durationMonths: number | null,
  isPaidMonthly: boolean,
): SubscriptionOffer | undefined {
  return subscriptions.find(
    (offer) =>
      offer.isPremium === 1 &&
      offer.duration === durationMonths &&
      (offer.paidMonthly === 1) === isPaidMonthly,
  );
}

/**
 * Of the ways to pay a subscription the one that is offered beside an item: each duration and level
 * once.
 */
export const offersBesideItems: readonly SubscriptionOffer[] = subscriptions.filter(
  (offer, index) =>
    subscriptions.findIndex(
      (one) => one.duration === offer.duration && one.isPremium === offer.isPremium,
    ) === index,
);
