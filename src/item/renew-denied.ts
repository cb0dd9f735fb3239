import { mayGain, unasked, type ItemState } from './item-state.ts';
import { markAsStale } from './item.ts';
import type { Items } from './items.ts';

/** Checks every item again that was checked before and is not granted. */
export const renewDenied = (items: Items): Promise<unknown> =>
  renewAll(items, ({ access }) => access !== 'granted');

/**
 * Checks items again after a purchase, a voucher or a return: also those with a grant that ends,
 * which may end later now. Other data that depends on access is refetched too. `grantedAt`: when
 * access was granted, in ms since 1970. A grant that was checked after that is not checked again.
 */
export function renewAccess(items: Items, grantedAt: number = Infinity): Promise<unknown> {
  for (const observe of Array.from(items.observers)) observe();
  return renewAll(items, (state) => {
    const isChecked = state.access === 'granted' && (state.checkedAt ?? 0) > grantedAt;
    return mayGain(state) && !isChecked;
  });
}

/** An item with a listener is checked now, the others when the page next uses them. */
const renewAll = ({ known }: Items, isMeant: (state: ItemState) => boolean): Promise<unknown> =>
  Promise.all(
    Array.from(known.values()).map(async ({ internals, refresh }) => {
      const { $state } = internals;
      const state = $state.get();
      if (state === unasked || !isMeant(state)) return;
      markAsStale(internals);
      if ($state.lc) await refresh();
    }),
  );

/** Checks the items with a listener again for which the code of checks could not be loaded. */
export function checkUnloaded({ known }: Items): void {
  for (const { internals, refresh } of Array.from(known.values())) {
    const { $state, isStale } = internals;
    if (isStale && $state.lc && $state.get().error) void refresh();
  }
}
