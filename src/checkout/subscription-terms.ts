import type { PaymentPreparetransactionValues } from '../contract/call-values/payment.ts';
import type { Answer } from '../dialect/envelope.ts';
import { booleanOf } from '../dialect/item-state-reader.ts';
import { member, numberOf } from '../dialect/readers.ts';

/** The terms of a subscription. A field is absent where the platform says nothing. */
export interface SubscriptionTerms {
  /** The period, in months. */
  readonly duration?: number | undefined;
  /** A premium subscription, not a default one. */
  readonly isPremium?: boolean | undefined;
  /** Whether it is paid each month. `false`: in full upfront. */
  readonly paidMonthly?: boolean | undefined;
  /** Whether it renews itself. */
  readonly willRenew?: boolean | undefined;
  /** Whether it may be renewed after its end. */
  readonly canRenew?: boolean | undefined;
}

const readers: Readonly<Record<keyof SubscriptionTerms, (value: unknown) => unknown>> = {
  duration: numberOf,
  isPremium: booleanOf,
  paidMonthly: booleanOf,
  willRenew: booleanOf,
  canRenew: booleanOf,
};

/** Reads the terms of a subscription in the answer of a payment call. */
export function readTerms({ result }: Answer): SubscriptionTerms {
  const terms: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(readers)) {
    const value = read(member(result, 'general', name));
    if (value !== undefined) terms[name] = value;
  }
  return terms;
}

/** What was sold, and what the platform has said of it since. */
interface Sale {
  readonly values: PaymentPreparetransactionValues;
  readonly terms?: SubscriptionTerms | undefined;
}

/**
 * The terms of a subscription: those of the sale, or what the platform has said of them since. All
 * are named, so that those of another viewer are removed.
 */
export const termsOf = ({ values, terms = {} }: Sale): SubscriptionTerms => ({
  duration: terms.duration ?? values.subscriptionDuration,
  isPremium: terms.isPremium ?? booleanOf(values.subscriptionIsPremium),
  paidMonthly: terms.paidMonthly ?? booleanOf(values.subscriptionWillBePayedMonthly),
  willRenew: terms.willRenew ?? booleanOf(values.subscriptionWillRenew),
  canRenew: terms.canRenew ?? booleanOf(values.subscriptionCanRenew),
});
