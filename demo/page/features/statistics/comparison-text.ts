import { formatCount, formatMany, formatShare } from './formats.ts';

/** Of fewer than these, a share says little. */
const fewest = 10;

/**
 * `12 % more than in the 28 days before`, or `2 more` where few are counted; empty where there was
 * nothing to compare with.
 */
export function compareWords(now, before, { days, fewer = 'fewer' }) {
  if (!before) return '';
  const change = now / before - 1;
  const then = `in the ${days === 1 ? 'day' : formatMany(days, ['day', 'days'])} before`;
  if (Math.abs(change) < 0.005) return `as ${fewer === 'less' ? 'much' : 'many'} as ${then}`;
  const isFew = fewer === 'fewer' && before < fewest;
  return `${isFew ? formatCount(Math.abs(now - before)) : formatShare(Math.round(Math.abs(change) * 100) / 100)} ${change > 0 ? 'more' : fewer} than ${then}`;
}

/** `+12 %`, for where there is little room; what it is compared with stands beside. */
export function changeOf(now, before) {
  if (!before) return undefined;
  const change = Math.round((now / before - 1) * 100) / 100;
  return {
    isMore: change > 0,
    isLess: change < 0,
    words: `${change > 0 ? '+' : change < 0 ? '−' : '±'}${formatShare(Math.abs(change))}`,
  };
}
