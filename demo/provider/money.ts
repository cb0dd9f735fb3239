import { subunitDigits } from '../../src/contract/subunit-digits.ts';

/**
 * An amount of the currency's smallest unit for the viewer: 499 EUR is "€4.99", 500 JPY is "¥500".
 */
export function formatMoney(amount: number, currency: string): string {
  const digits = subunitDigits(currency);
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount / 10 ** digits);
}

/** A moment for the viewer, whose timezone the server does not know. */
export function formatMoment(moment: Date): string {
  return `${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC', hourCycle: 'h23' }).format(moment)} UTC`;
}
