import type { Usher } from 'usher-runtime';
import { formatMoney } from '../../ui/format-money.ts';
import { priceCurrency } from '../checkout/price-model.ts';
import type { FigureText } from './figures.ts';
import { formatCount } from './formats.ts';

/**
 * Income in the currency of the price model; without one the figures stay in the smallest unit.
 */
export function moneyFigure(usher: Usher): FigureText {
  const currency = priceCurrency(usher);
  const format = (amountMinor: number): string =>
    currency ? formatMoney(amountMinor, currency) : formatCount(amountMinor);
  return {
    title: 'Income',
    format,
    say: (amountMinor) => `${format(amountMinor)} taken`,
    fewer: 'less',
  };
}
