import { formatCount, formatMany, formatShare } from './formats.ts';

/** Of fewer than these, a share says little. */
const fewest = 10;

/**
 * `12 % more than in the 28 days before`, or `2 more` where few are counted; empty where there was
 * nothing to compare with.
 */
export function comparisonText(
  now: number,
  before: number,
  { days, fewer }: { readonly days: number; readonly fewer: 'fewer' | 'less' },
): string {
  if (!before) return '';
  const change = now / before - 1;
  const period = days === 1 ? 'day' : formatMany(days, ['day', 'days']);
  const then = `in the ${period} before`;
  if (Math.abs(change) < 0.005) return `as ${fewer === 'less' ? 'much' : 'many'} as ${then}`;
  const isFew = fewer === 'fewer' && before < fewest;
  const difference = isFew
    ? formatCount(Math.abs(now - before))
    : formatShare(Math.round(Math.abs(change) * 100) / 100);
  return `${difference} ${change > 0 ? 'more' : fewer} than ${then}`;
}

/** A change where there is little room. */
export interface Change {
  readonly isMore: boolean;
  readonly isLess: boolean;
  /** As `+12 %`. */
  readonly text: string;
}

/** Nothing where there was nothing before. */
export function changeOf(now: number, before: number): Change | undefined {
  if (!before) return undefined;
  const change = Math.round((now / before - 1) * 100) / 100;
  const text = signOf(change) + formatShare(Math.abs(change));
  return { isMore: change > 0, isLess: change < 0, text };
}

function signOf(change: number): string {
  if (change > 0) return '+';
  return change < 0 ? '−' : '±';
}
