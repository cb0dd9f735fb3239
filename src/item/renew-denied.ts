import { unasked } from './item-state.ts';
import { markAsStale, type KnownItem } from './item.ts';
import type { Items } from './items.ts';

/**
 * Checks every item again that was checked before and is not granted. An item with a listener is
 * checked now, the others when the page next uses them.
 */
export const renewDenied = ({ known }: Items): Promise<unknown> =>
  Promise.all(Array.from(known.values()).map(renew));

/**
 * Checks items again after a purchase, a voucher or a return. Other data that depends on access is
 * refetched too.
 */
export function renewAccess(items: Items): Promise<unknown> {
  for (const observe of Array.from(items.observers)) observe();
  return renewDenied(items);
}

async function renew({ internals, refresh }: KnownItem<unknown>): Promise<void> {
  const { $state } = internals;
  const state = $state.get();
  if (state === unasked || state.access === 'granted') return;
  markAsStale(internals);
  if ($state.lc) await refresh();
}

/** Checks the items with a listener again for which the code of checks could not be loaded. */
export function checkUnloaded({ known }: Items): void {
  for (const { internals, refresh } of Array.from(known.values())) {
    const { $state, isStale } = internals;
    if (isStale && $state.lc && $state.get().error) void refresh();
  }
}
