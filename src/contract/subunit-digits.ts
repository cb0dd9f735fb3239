/** The currencies of ISO 4217 whose subunit is not a hundredth, by their digits. */
const codesByDigits: readonly (readonly [digits: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

/**
 * How many decimal digits the subunit of a currency has: 2 for EUR, 0 for JPY. `Intl` is not asked,
 * because browsers have other digits for some currencies, and change them with an update.
 */
export function subunitDigits(currency: string): number {
  const code = currency.toUpperCase();
  return codesByDigits.find(([, codes]) => codes.includes(code))?.[0] ?? 2;
}
