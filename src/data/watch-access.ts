import type { KnownItem } from '../item/item.ts';
import type { Items } from '../item/items.ts';

/**
 * Calls back when the viewer may have gained or lost access to an item: an answer about it changed,
 * or a purchase was made. The first answer about an item is not a change.
 */
export function watchAccess({ known, observers }: Items, onChange: () => void): void {
  const granted = new Map<KnownItem<unknown>, boolean>();
  for (const item of known.values()) {
    const { checkedAt, access } = item.internals.$state.get();
    if (checkedAt !== null) granted.set(item, access === 'granted');
  }
  observers.add((item, state) => {
    if (!item || !state) return onChange();
    if (state.checking) return;
    // The item was reset together with its viewer, like all answers.
    if (!state.checkedAt && !state.error) {
      granted.delete(item);
      return;
    }
    const isGranted = state.access === 'granted';
    const before = granted.get(item);
    granted.set(item, isGranted);
    if (before !== undefined && before !== isGranted) onChange();
  });
}
