import { onWindowEvent } from './window-event.ts';

/** The page's own life. */
export interface Page {
  /** Resolves at once, or when a prerendered page is shown. */
  readonly activated: () => Promise<void>;
  /** Calls back once when the page has nothing better to do. */
  readonly whenIdle: (callback: () => void) => void;
  /**
   * Calls back when the page is left, or the browser is online again; the returned function ends
   * it.
   */
  readonly on: typeof onWindowEvent;
}

export function createPage(): Page {
  return {
    activated,
    on: onWindowEvent,
    // Safari has no requestIdleCallback.
    whenIdle: (callback) =>
      void ('requestIdleCallback' in window
        ? requestIdleCallback(callback, { timeout: 2000 })
        : setTimeout(callback, 200)),
  };
}

/** Resolves at once, or when a prerendered page is shown. */
export function activated(): Promise<void> {
  return new Promise((resolve) => {
    if (!(document as { prerendering?: boolean }).prerendering) resolve();
    else document.addEventListener('prerenderingchange', () => resolve(), { once: true });
  });
}
