/**
 * Puts a store back among those that are emptied when the viewer changes. It was removed, and now
 * it has a listener again. Meanwhile another store may have been created with its key.
 */
export function putBack<Store>(known: Map<string, Store>, key: string, store: Store): void {
  const all = Array.from(known.values());
  if (all.includes(store)) return;
  let free = key;
  while (known.has(free)) free += ' again';
  known.set(free, store);
}
