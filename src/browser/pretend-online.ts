/** Tells the page that it is offline, as the browser does, or that it is online again. */
export function pretendOnline(isOnline: boolean): void {
  if (isOnline) {
    Reflect.deleteProperty(navigator, 'onLine'); // the browser's own value again
  } else {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
  }
  dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}
