import { unasked } from './item-state.ts';
import { hasListener, markAsStale } from './item.ts';
import type { Items } from './items.ts';

/** The number of items that a page keeps. */
const maxItems = 1000;
/** The items that may be added before the oldest ones are looked for again. */
const lookEvery = 100;

/**
 * Forgets items when there are over 1,000: those that changed longest ago, but none that has a
 * listener or a call under way. A forgotten item has no state. A handle that the page still holds
 * can be used again: its next use asks the platform.
 */
export function forgetOldest({ known, observers }: Items): void {
  let limit = maxItems;
  observers.add(() => {
    if (known.size <= limit) return;
    limit = Infinity; // `display` calls this observer again
    for (const [key, { internals }] of Array.from(known).slice(0, -maxItems)) {
      if (hasListener(internals) || internals.check) continue;
      markAsStale(internals);
      if (internals.$state.get() !== unasked) internals.display(unasked);
      known.delete(key);
    }
    limit = Math.max(maxItems, known.size) + lookEvery;
  });
}
