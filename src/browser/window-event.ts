/**
 * Calls back at each event of the window. The returned function unsubscribes. `pagehide` does not
 * keep a page out of the back/forward cache.
 */
export function onWindowEvent(
  type: 'pagehide' | 'online' | 'DOMContentLoaded',
  callback: () => void,
): () => void {
  addEventListener(type, callback);
  return () => removeEventListener(type, callback);
}
