/** A page of a test has no address. */
const presentAddress = (): string => globalThis.location?.href ?? '';

/**
 * The part of the page's address after the first `mark`. Empty without the mark. A provider may put
 * its parameters in front of ours. If no `outcome` follows the mark, `??` and the query in front of
 * it are added. A text that has `??` itself gets one more, if need be without a query.
 */
export function readFromAddress(mark: string): string {
  const [before = '', ...after] = presentAddress().split(mark);
  const text = after.join(mark);
  const hasFront = text && !text.includes('outcome=');
  const query = hasFront ? (before.split('?')[1] ?? '') : '';
  return query || text.includes('??') ? `${text}??${query}` : text;
}

/**
 * Removes the last parameter from the page's address, with everything from `mark` on, if `start`
 * follows the mark. The page may have another address by now. Where the browser refuses the change,
 * as WebKit does after 100 changes in 10 s, the parameter stays.
 */
export function scrubAddress(mark: string, start: string): void {
  const [address = '', rest] = presentAddress().split(mark);
  if (!rest?.startsWith(start)) return;
  try {
    history.replaceState(history.state, '', address.slice(0, -1));
  } catch {
    // A return that stays in the address is known, and read once.
  }
}
