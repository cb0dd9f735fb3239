import { subunitDigits } from '../contract/subunit-digits.ts';

/** An amount in a currency's subunit (cents): that of an offer, or of a purchase. */
export interface Price {
  readonly amount: number | null;
  /** Three letters, for example `EUR`. */
  readonly currency: string | null;
}

/**
 * The price of an offer or a purchase as text: 499 EUR is `€4.99` in English and `4,99 €` in
 * German, 500 JPY is `¥500`. The amount is in the currency's subunit of ISO 4217. Without an amount
 * or a currency, as in the state of a purchase that never had one, the text is empty.
 * @param locale A language tag, or several. Default: the browser's language.
 * @throws {RangeError} For a currency that is not three letters, or an invalid tag.
 * @example formatPrice(offer, document.documentElement.lang);
 * @example usher.$purchases.get().map((purchase) => formatPrice(purchase));
 */
export function formatPrice(
  { amount, currency }: Price,
  locale?: string | readonly string[],
): string {
  if (amount === null || currency === null) return '';
  const digits = subunitDigits(currency);
  const format = new Intl.NumberFormat(locale as string, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount / 10 ** digits);
}
