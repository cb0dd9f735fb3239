import { createHash } from 'node:crypto';

/** Draws some of a list. The same seed draws the same, and most of it when the list changes. */
export function draw<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  { count, seed }: { readonly count: number; readonly seed: number },
): Item[] {
  const numbered = items.map((item, index) => ({
    item,
    index,
    rank: createHash('sha256')
      .update(`${seed} ${nameOf(item)}`)
      .digest('hex'),
  }));
  return numbered
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, count)
    .sort((one, other) => one.index - other.index)
    .map(({ item }) => item);
}
