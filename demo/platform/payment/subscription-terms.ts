import { isSet, numberOf, type Call } from '../call.ts';
import { priceModel, type SubscriptionOffer } from '../tenants/price-model.ts';
import { refuseField } from './given.ts';

/** The name that a call has for the level of a subscription. */
export type PremiumField = 'subscriptionIsPremium' | 'isPremium';

/** What a subscription is sold on. */
export interface SubscriptionTerms {
  readonly offer: SubscriptionOffer;
  readonly premium: boolean;
  /** Extends by itself at the end of each term. */
  readonly renews: boolean;
  /** May be bought again when it is over. */
  readonly renewable: boolean;
}

/**
 * The terms of a subscription, which must be on offer. Left out: one month, default, paid in the
 * way whose price the amount is, without renewal (nobody is charged again who did not say so),
 * renewable after its end.
 * @throws {Refusal} 400 naming the field for which there is no offer.
 */
export function readSubscriptionTerms(
  call: Call,
  amountMinor: number,
  premiumField: PremiumField,
): SubscriptionTerms {
  const premium = isSet(call, premiumField);
  return {
    offer: findOffer(call, amountMinor, premium, premiumField),
    premium,
    renews: isSet(call, 'subscriptionWillRenew'),
    renewable: call.values['subscriptionCanRenew'] !== false,
  };
}

function findOffer(
  call: Call,
  amountMinor: number,
  premium: boolean,
  premiumField: PremiumField,
): SubscriptionOffer {
  const duration = numberOf(call, 'subscriptionDuration') ?? 1;
  const lasting = priceModel.subscriptions.filter((offer) => offer.duration === duration);
  if (lasting.length === 0) {
    refuseField(
      'subscriptionDuration',
      [...new Set(priceModel.subscriptions.map((offer) => offer.duration))].join(' or '),
    );
  }
  const ofLevel = lasting.filter((offer) => (offer.isPremium === 1) === premium);
  if (ofLevel.length === 0) {
    refuseField(premiumField, `${premium ? 0 : 1} where the duration is ${duration}`);
  }
  const monthly = call.values['subscriptionWillBePayedMonthly'];
  const paid = ofLevel.filter(
    (offer) => monthly === undefined || (offer.paidMonthly === 1) === monthly,
  );
  return (
    paid.find((offer) => offer.price === amountMinor) ??
    paid[0] ??
    refuseField(
      'subscriptionWillBePayedMonthly',
      `${monthly ? 0 : 1} where the duration is ${duration}`,
    )
  );
}
