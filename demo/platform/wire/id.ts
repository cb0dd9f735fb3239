const largest = 2n ** 63n - 1n;

/**
 * Whether an ID can exist: the database holds IDs in 63 bits, and nothing beyond is ever given out.
 */
export function isStorableId(digits: string): boolean {
  return /^\d{1,20}$/.test(digits) && BigInt(digits) <= largest;
}
