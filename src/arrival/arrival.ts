import { takeFromAddress } from '../browser/address.ts';

const name: symbol = Symbol.for('usher:arrival');

/**
 * What a payment provider sent back with the viewer, out of the page's address: all that follows on our own parameter there; `''` when there is
 * none. It is scrubbed from the address at once, before other scripts run, and kept for every copy of this code on the page.
 */
export function takeArrival(): string {
  const page = globalThis as unknown as Record<symbol, string | undefined>;
  return (page[name] ??= takeFromAddress(/[?&]usher-return=/));
}
