/**
 * An amount of the currency's smallest unit in the page's language: 499 EUR is "€4.99", 500 JPY is
 * "¥500".
 * @param {number} amountMinor
 * @param {string} currency three letters
 */
export function formatMoney(amountMinor, currency) {
  const format = new Intl.NumberFormat(document.documentElement.lang, {
    style: 'currency',
    currency,
  });
  return format.format(amountMinor / 10 ** format.resolvedOptions().maximumFractionDigits);
}
