import { mayGain, unasked, type ItemState } from './item-state.ts';
import { hasListener, markAsStale } from './item.ts';
import type { Items } from './items.ts';

/** Checks every item again that was checked before and is not granted. */
export const recheckDenied = (items: Items): Promise<unknown> =>
  recheckWhere(items, ({ access }) => access !== 'granted');

/**
 * Checks items again after a purchase, a voucher or a return: also those with a grant that ends,
 * which may end later now. Other data that depends on access is refetched too. `grantedAt`: when
 * access was granted, in ms since 1970. A grant that was checked after that is not checked again.
 */
export function recheckAccess(items: Items, grantedAt: number = Infinity): Promise<unknown> {
  for (const observe of Array.from(items.observers)) observe();
  return recheckWhere(items, (state) => {
    const isChecked = state.access === 'granted' && (state.checkedAt ?? 0) > grantedAt;
    return mayGain(state) && !isChecked;
  });
}

/**
 * Checks items again that were checked before. One with a listener is checked now, the others when
 * the page next uses them.
 */
const recheckWhere = (
  { known }: Items,
  mayHaveChanged: (state: ItemState) => boolean,
): Promise<unknown> =>
  Promise.all(
    Array.from(known.values()).map(async ({ internals, recheck }) => {
      const state = internals.$state.get();
      if (state === unasked || !mayHaveChanged(state)) return;
      markAsStale(internals);
      if (hasListener(internals)) await recheck();
    }),
  );

/** Checks the items with a listener again for which the code of checks could not be loaded. */
export function recheckUnloaded({ known }: Items): void {
  for (const { internals, recheck } of Array.from(known.values())) {
    const { $state, isStale } = internals;
    if (isStale && hasListener(internals) && $state.get().error) void recheck();
  }
}
