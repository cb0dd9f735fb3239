import { createStoredValue } from '../session/site-storage.ts';

/**
 * How the site takes payments. A viewer gets one button; a developer may look at the other ways of
 * integration, one at a time or all of them beside each other.
 */
export const paymentWays = {
  here: 'In this page',
  window: 'In a window',
  page: 'On the provider’s page',
  all: 'All three, as a choice',
} as const;

export type PaymentWay = keyof typeof paymentWays;

const stored = createStoredValue<PaymentWay>('payment-way');

export const readPaymentWay = (): PaymentWay => stored.read() ?? 'here';

export const writePaymentWay = (way: PaymentWay): void => stored.write(way);
