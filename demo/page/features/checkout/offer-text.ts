import { formatPrice } from '/dist/cdn/usher.js';
import type { Offer } from 'usher-runtime';

const verbs: Readonly<Record<string, string>> = {
  ppv: 'Rent',
  ownage: 'Buy to keep',
  subscription: 'Subscribe',
  deposit: 'Pay a deposit',
  more: 'Get more',
};

export interface OfferText {
  /** As "Rent for €4.99". */
  readonly title: string;
  /** What it brings, as "48 hours". */
  readonly brings: string;
}

export function offerText(offer: Offer): OfferText {
  const { operation, hours, duration, isPremium, paidMonthly } = offer;
  const verb = verbs[operation] ?? operation;
  const level = isPremium ? ' to premium' : '';
  const price = formatPrice(offer, document.documentElement.lang);
  const rhythm = paidMonthly ? ' a month' : '';
  const brings = [
    hours && plural(hours, 'hour'),
    duration && durationText(duration, paidMonthly),
    operation === 'ownage' && 'yours for good',
  ];
  return {
    title: `${verb}${level} for ${price}${rhythm}`,
    brings: brings.filter(Boolean).join(' · '),
  };
}

/** What the two levels of a subscription are called. */
export const levelName = ({ isPremium }: Pick<Offer, 'isPremium'>): string =>
  isPremium ? 'Premium' : 'Standard';

function durationText(months: number, paidMonthly: boolean | undefined): string {
  if (paidMonthly === undefined) return plural(months, 'month');
  if (!paidMonthly) return `${plural(months, 'month')}, paid at once`;
  return months === 1 ? 'month by month' : `for ${plural(months, 'month')}`;
}

const plural = (number: number, word: string): string =>
  `${number} ${word}${number === 1 ? '' : 's'}`;
