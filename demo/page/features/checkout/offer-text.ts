import { formatMoney } from '../../ui/format-money.ts';

const verbs = {
  ppv: 'Rent',
  ownage: 'Buy to keep',
  subscription: 'Subscribe',
  deposit: 'Pay a deposit',
  more: 'Get more',
};

/** What an offer is called and what it brings: "Rent for €4.99", "48 hours". */
export function offerWords({
  operation,
  amount,
  currency,
  hours,
  duration,
  isPremium,
  paidMonthly,
}) {
  const verb = verbs[operation] ?? operation;
  const title = `${verb}${isPremium ? ' to premium' : ''} for ${formatMoney(amount, currency)}${paidMonthly ? ' a month' : ''}`;
  const brings = [
    hours && plural(hours, 'hour'),
    duration && durationWords(duration, paidMonthly),
    operation === 'ownage' && 'yours for good',
  ];
  return { title, brings: brings.filter(Boolean).join(' · ') };
}

/** What the two levels of a subscription are called. */
export const levelWords = ({ isPremium }) => (isPremium ? 'Premium' : 'Standard');

function durationWords(duration, paidMonthly) {
  if (paidMonthly === undefined) return plural(duration, 'month');
  if (paidMonthly) return duration === 1 ? 'month by month' : `for ${plural(duration, 'month')}`;
  return `${plural(duration, 'month')}, paid at once`;
}

const plural = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;
