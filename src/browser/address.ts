/** The part of the page's address after `mark`. Empty without the mark. */
export const readFromAddress = (mark: string): string => location.href.split(mark)[1] ?? '';

/** Removes the last parameter from the page's address, with everything from `mark` on. */
export function scrubAddress(mark: string): void {
  const [address, ...rest] = location.href.split(mark);
  if (rest.length) history.replaceState(history.state, '', address!.slice(0, -1));
}
