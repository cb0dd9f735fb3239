/** Takes a parameter that stands last out of the page's address, with what follows on `mark`; `''` when there is none. */
export function takeFromAddress(mark: string): string {
  const [address, taken = ''] = location.href.split(mark);
  if (taken) history.replaceState(history.state, '', address!.slice(0, -1));
  return taken;
}
