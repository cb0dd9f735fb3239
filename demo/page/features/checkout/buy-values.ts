import type { BuyValues } from 'usher-runtime';
import type { PageOffer } from './price-model.ts';

/**
 * The values that buy an offer. A subscription renews until the viewer stops that: the page says so
 * where it is sold.
 * @param provider the way of paying
 */
export function buyValues(offer: PageOffer, provider: string): BuyValues {
  const { operation, amount, currency, duration, isPremium, paidMonthly } = offer;
  const values = { operation, amount, currency, provider };
  if (operation !== 'subscription') return values;
  return {
    ...values,
    subscriptionDuration: duration,
    subscriptionIsPremium: Boolean(isPremium),
    subscriptionWillRenew: true,
    subscriptionCanRenew: true,
    ...(paidMonthly !== undefined && { subscriptionWillBePayedMonthly: paidMonthly }),
  };
}
