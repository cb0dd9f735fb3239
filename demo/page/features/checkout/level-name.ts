import type { Offer } from 'usher-runtime';

/** What the two levels of a subscription are called. */
export const levelName = ({ isPremium }: Pick<Offer, 'isPremium'>): string =>
  isPremium ? 'Premium' : 'Standard';
