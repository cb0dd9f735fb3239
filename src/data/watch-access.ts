import type { Items } from '../item/items.ts';

/**
 * Calls back when the viewer may have gained or lost access to an item: an answer about it changed,
 * or a purchase was made. The first answer about an item is not a change.
 */
export function watchAccess({ known, observers }: Items, onChange: () => void): void {
  const granted = new Map<string, boolean>();
  for (const [
    key,
    {
      own: { $state },
    },
  ] of Object.entries(known)) {
    if ($state.get().checkedAt !== null) granted.set(key, $state.get().access === 'granted');
  }
  observers.add((key, state) => {
    if (key === undefined || !state) return onChange();
    if (state.checking) return;
    // The item was reset together with its viewer, like all answers.
    if (!state.checkedAt && !state.error) return void granted.delete(key);
    const isGranted = state.access === 'granted';
    const before = granted.get(key);
    granted.set(key, isGranted);
    if (before !== undefined && before !== isGranted) onChange();
  });
}
