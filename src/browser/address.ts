/** What stands behind `mark` in the page's address, to its end; `''` when the mark is not there. */
export const readFromAddress = (mark: string): string => location.href.split(mark)[1] ?? '';

/**
 * Takes a parameter that stands last out of the page's address, with all that follows on `mark`.
 */
export function scrubAddress(mark: string): void {
  const [address, ...rest] = location.href.split(mark);
  if (rest.length) history.replaceState(history.state, '', address!.slice(0, -1));
}
