import type { OfferTerms } from 'usher-runtime';
import type { OfferOptions } from 'usher-runtime/elements';

/** A subscription renews until the viewer stops that; the fine print says so. */
export const renewalOf = ({ operation }: OfferTerms): OfferOptions | undefined =>
  operation === 'subscription'
    ? { subscriptionWillRenew: true, subscriptionCanRenew: true }
    : undefined;
