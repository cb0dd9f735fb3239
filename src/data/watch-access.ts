import type { Items } from '../item/items.ts';

/**
 * Calls back when the viewer may have gained or lost access to an item: an answer about it changed,
 * or something was bought. What is learned of an item for the first time is no change.
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
    if (state.access === 'checking') return;
    // Dropped with its viewer, as all answers were.
    if (!state.checkedAt && !state.error) return void granted.delete(key);
    const isGranted = state.access === 'granted';
    const before = granted.get(key);
    granted.set(key, isGranted);
    if (before !== undefined && before !== isGranted) onChange();
  });
}
