import { formatPrice } from '/dist/cdn/usher.js';
import type { FigureText } from './figures.ts';
import { formatCount } from './formats.ts';

/** Income in a currency; without one the figures stay in the smallest unit. */
export function moneyFigure(currency: string | undefined): FigureText {
  const format = (amount: number): string =>
    currency
      ? formatPrice({ amount, currency }, document.documentElement.lang)
      : formatCount(amount);
  return {
    title: 'Income',
    format,
    say: (amount) => `${format(amount)} taken`,
    fewer: 'less',
  };
}
