/**
 * What the platform sells beside single items, out of the price model that init's answer brings;
 * nothing where it brings none.
 */
const modelOf = (usher) => usher.$session.get().data?.pricemodel ?? {};

/** The subscriptions, in the form of an item's offers, and whether each is paid monthly. */
export function subscriptionOffers(usher) {
  const { currency, subscriptions } = modelOf(usher);
  if (!Array.isArray(subscriptions)) return [];
  return subscriptions.map(({ duration, price, isPremium, paidMonthly }) => ({
    operation: 'subscription',
    amount: Number(price),
    currency,
    duration: Number(duration),
    isPremium: Number(isPremium) === 1,
    paidMonthly: Number(paidMonthly) === 1,
  }));
}

/**
 * The subscription that a purchase was about, by its price; what is not on sale any more is
 * unknown.
 */
export function subscriptionOf(usher, { amount, currency }) {
  return subscriptionOffers(usher).find(
    (offer) => offer.amount === amount && offer.currency === currency,
  );
}

/** What it costs to make a subscription premium; `undefined` where that is not sold. */
export function upgradePrice(usher) {
  const { currency, upgrade } = modelOf(usher);
  return upgrade ? { amount: Number(upgrade.price), currency } : undefined;
}
