/** What a domain sells, as init's `pricemodel` gives it. Prices are in the currency's subunit; `duration` is in months. */
export const priceModel = {
  currency: 'EUR',
  ppv: { price: 499, hours: 48 },
  ownage: { price: 1299 },
  subscriptions: [
    { duration: 1, price: 799, isPremium: 0, paidMonthly: 1 },
    { duration: 12, price: 7990, isPremium: 0, paidMonthly: 0 },
    { duration: 1, price: 1299, isPremium: 1, paidMonthly: 1 },
  ],
} as const;
