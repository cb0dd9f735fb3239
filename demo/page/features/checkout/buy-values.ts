/**
 * What is asked of the runtime to buy an offer. A subscription renews until the viewer stops that:
 * so the page says where it is sold.
 * @param {{ operation: string, amount: number, currency: string, duration?: number, isPremium?:
 *   boolean, paidMonthly?: boolean }} offer
 * @param {string} provider the way of paying
 */
export function offerValues(
  { operation, amount, currency, duration, isPremium, paidMonthly },
  provider,
) {
  if (operation !== 'subscription') return { operation, amount, currency, provider };
  return {
    operation,
    amount,
    currency,
    provider,
    subscriptionDuration: duration,
    subscriptionIsPremium: Boolean(isPremium),
    subscriptionWillRenew: true,
    subscriptionCanRenew: true,
    ...(paidMonthly !== undefined && { subscriptionWillBePayedMonthly: paidMonthly }),
  };
}
