/** Takes out of the page's address what follows on the first match, and leaves the rest there; `''` when there is none. */
export function takeFromAddress(separator: RegExp): string {
  const [address, taken = ''] = location.href.split(separator);
  if (taken) history.replaceState(history.state, '', address);
  return taken;
}
