/**
 * An amount of the currency's smallest unit in the page's language: 499 EUR is "€4.99", 500 JPY is
 * "¥500".
 * @param currency three letters
 */
export function formatMoney(amountMinor: number, currency: string): string {
  const format = new Intl.NumberFormat(document.documentElement.lang, {
    style: 'currency',
    currency,
  });
  const { maximumFractionDigits = 0 } = format.resolvedOptions();
  return format.format(amountMinor / 10 ** maximumFractionDigits);
}
