/**
 * Calls back at each event of the window; the returned function ends it. `pagehide` keeps no page
 * out of the back/forward cache.
 */
export function onWindowEvent(type: 'pagehide' | 'online', callback: () => void): () => void {
  addEventListener(type, callback);
  return () => removeEventListener(type, callback);
}
