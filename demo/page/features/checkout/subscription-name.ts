import type { Offer } from 'usher-runtime';

/** What the two levels of a subscription are called, as the elements call them. */
export const subscriptionName = ({ isPremium }: Pick<Offer, 'isPremium'>): string =>
  isPremium ? 'Premium subscription' : 'Subscription';
