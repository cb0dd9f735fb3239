import type { Offer } from '../dialect/item-state-reader.ts';

/**
 * The price of an offer as text: 499 EUR is `€4.99` in English and `4,99 €` in German, 500 JPY is
 * `¥500`. The amount is in the currency's subunit.
 * @param locale A language tag, or several. Default: the browser's language.
 * @throws {RangeError} For a currency that is not three letters, or an invalid tag.
 * @example formatPrice(offer, document.documentElement.lang);
 */
export function formatPrice(
  { amount, currency }: Pick<Offer, 'amount' | 'currency'>,
  locale?: string | readonly string[],
): string {
  const format = new Intl.NumberFormat(locale as string, { style: 'currency', currency });
  return format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits!);
}
