import { formatMoney } from './money.js';

const verbs = { ppv: 'Rent', ownage: 'Buy to keep', subscription: 'Subscribe', deposit: 'Pay a deposit', more: 'Get more' };

/** What an offer is called and what it brings: "Rent for €4.99", "48 hours". */
export function offerWords({ operation, amount, currency, hours, duration, isPremium }) {
  const verb = verbs[operation] ?? operation;
  const title = `${verb}${isPremium ? ' premium' : ''} for ${formatMoney(amount, currency)}`;
  const brings = [hours && plural(hours, 'hour'), duration && plural(duration, 'month'), operation === 'ownage' && 'yours for good'];
  return { title, brings: brings.filter(Boolean).join(' · ') };
}

const plural = (number, word) => `${number} ${word}${number === 1 ? '' : 's'}`;
