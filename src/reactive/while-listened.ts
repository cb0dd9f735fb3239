import type { ReadableAtom, WritableAtom } from 'nanostores';
import { readOnly } from './read-only-store.ts';

/**
 * Returns the store, read-only. `start` runs before its first listener. `stop` runs when the last
 * one has left and no new one came.
 */
export function whileListened<Value>(
  $store: WritableAtom<Value>,
  start: () => void,
  stop: () => void,
): ReadableAtom<Value> {
  const { listen } = $store;
  let runs = false;
  $store.listen = (listener) => {
    if (!runs) {
      runs = true;
      start();
    }
    return listen(listener);
  };
  // Frameworks unsubscribe and subscribe again within one rendering.
  $store.off = () =>
    void Promise.resolve().then(() => {
      if ($store.lc || !runs) return;
      runs = false;
      stop();
    });
  // `get` without a listener returns the value, and fetches nothing.
  return Object.defineProperty(readOnly($store), 'get', { value: () => $store.value });
}
