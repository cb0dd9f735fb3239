import type { ReadableAtom, WritableAtom } from 'nanostores';
import { readOnly } from '../session/read-only-store.ts';

/**
 * The store, read-only: `start` is called before its first listener, `stop` when the last one has
 * gone and none came in its place.
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
  // Frameworks leave and come back within one rendering.
  $store.off = () =>
    void Promise.resolve().then(() => {
      if ($store.lc || !runs) return;
      runs = false;
      stop();
    });
  // `get` without a listener looks, and asks nothing.
  return Object.defineProperty(readOnly($store), 'get', { value: () => $store.value });
}
