import { onWindowEvent } from './window-event.ts';

/** The life of the page. */
export interface Page {
  /** Resolves at once. On a prerendered page: when it is shown, with `true`. */
  readonly activated: () => Promise<boolean>;
  /** Whether the page is prerendered, and not shown yet. */
  readonly isPrerendering: () => boolean;
  /** Calls back once when the page is idle. */
  readonly whenIdle: (callback: () => unknown) => void;
  /**
   * Calls back when the page is left, or the browser is online again. The returned function
   * unsubscribes.
   */
  readonly on: typeof onWindowEvent;
}

export function createPage(): Page {
  return {
    activated: whenActivated,
    isPrerendering,
    on: onWindowEvent,
    // Safari has no requestIdleCallback.
    whenIdle: (callback) =>
      void ('requestIdleCallback' in window
        ? requestIdleCallback(callback, { timeout: 2000 })
        : setTimeout(callback, 200)),
  };
}

const isPrerendering = (): boolean => !!(document as { prerendering?: boolean }).prerendering;

/** Resolves at once. On a prerendered page: when it is shown, with `true`. */
function whenActivated(): Promise<boolean> {
  if (!isPrerendering()) return Promise.resolve(false);
  return new Promise((resolve) => {
    document.addEventListener('prerenderingchange', () => resolve(true), { once: true });
  });
}
