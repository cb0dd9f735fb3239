import { after } from '../browser/after.ts';
import { noteForDebug } from '../browser/debug-notes.ts';
import type { SellingOptions } from '../checkout/selling.ts';
import type { ItemState } from '../item/item-state.ts';
import { isUnsold } from './is-unsold.ts';
import { settledMs } from './watch-elements.ts';

/** How the runtime of the last gate sells. */
let selling: SellingOptions | undefined;
let hasWarned = false;

/** Notes how the runtime of a new gate sells. The page may add a provider to it later. */
export function watchGate(given: SellingOptions): void {
  selling = given;
}

/**
 * Warns, once on a page with a gate, if an item is for sale and no provider is configured. A page
 * may configure its providers a little later.
 */
export function watchSale(state: ItemState): void {
  after(settledMs, () => {
    if (hasWarned || !selling || !isUnsold(state, selling)) return;
    hasWarned = true;
    noteForDebug('warning', 'no payment provider: nobody can buy what a gate sells');
  });
}
