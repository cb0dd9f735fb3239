import { onWindowEvent } from './window-event.ts';

/** The life of the page. */
export interface Page {
  /**
   * Resolves at once, or when a prerendered page is shown. `true`: it was prerendered when the
   * runtime was created.
   */
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
  const wasPrerendered = isPrerendering();
  return {
    activated() {
      if (!isPrerendering()) return Promise.resolve(wasPrerendered);
      return new Promise((resolve) => {
        document.addEventListener('prerenderingchange', () => resolve(true), { once: true });
      });
    },
    isPrerendering,
    on: onWindowEvent,
    // Safari has no requestIdleCallback.
    whenIdle: (callback) =>
      void ('requestIdleCallback' in window
        ? requestIdleCallback(callback, { timeout: 2000 })
        : setTimeout(callback, 200)),
  };
}

/** `false` on a server too. */
const isPrerendering = (): boolean =>
  typeof document === 'object' && !!(document as { prerendering?: boolean }).prerendering;
