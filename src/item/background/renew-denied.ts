import { unasked } from '../item-state.ts';
import type { KnownItem } from '../item.ts';
import type { Items } from '../items.ts';

/**
 * Asks again about every item that was asked about and is not granted: those that somebody listens
 * to now, the others when they are next looked at.
 */
export const renewDenied = ({ known }: Items): Promise<unknown> =>
  Promise.all(Object.values(known).map(renew));

/**
 * The same after a purchase, a voucher or a return: what else was read by access is out of date
 * too.
 */
export function renewAccess(items: Items): Promise<unknown> {
  for (const observe of Array.from(items.observers)) observe();
  return renewDenied(items);
}

async function renew({ own, refresh }: KnownItem<unknown>): Promise<void> {
  const { $state } = own;
  const state = $state.get();
  if (state === unasked || state.access === 'granted') return;
  own.isStale = true;
  if ($state.lc) await refresh();
}
