import { unasked } from './item-state.ts';
import type { Items } from './items.ts';

/** The largest number of items. */
const maxItems = 1000;

/**
 * Forgets the oldest items where there are too many, but none that the page follows or waits for.
 * The page may go on with a forgotten one: it is asked again then.
 */
export function forgetOldest({ known, observers }: Items): void {
  let enough = maxItems;
  observers.add(() => {
    if (known.size <= enough) return;
    enough = Infinity; // a forgotten one is a change too
    for (const [key, { own }] of Array.from(known).slice(0, -maxItems)) {
      if (own.$state.lc || own.asking || own.claiming) continue;
      own.isStale = true;
      if (own.$state.get() !== unasked) own.display(unasked);
      known.delete(key);
    }
    enough = Math.max(maxItems, known.size) + maxItems / 10; // not all of them at each change
  });
}
