/** The page's own life. */
export interface Page {
  /** Resolves at once, or when a prerendered page is shown. */
  readonly activated: () => Promise<void>;
  /** Calls back whenever the page may have slept: shown, restored, resumed or online again. Returns the way back. */
  readonly onWake: (callback: () => void) => () => void;
  /** Calls back once when the page has nothing better to do. */
  readonly whenIdle: (callback: () => void) => void;
}

export function createPage(): Page {
  return {
    activated,
    onWake(callback) {
      const wake = (): void => { if (document.visibilityState !== 'hidden') callback(); };
      const subscriptions: [EventTarget, string][] = [[window, 'pageshow'], [window, 'online'], [document, 'resume'], [document, 'visibilitychange']];
      for (const [target, type] of subscriptions) target.addEventListener(type, wake);
      return () => { for (const [target, type] of subscriptions) target.removeEventListener(type, wake); };
    },
    // Safari has no requestIdleCallback.
    whenIdle: (callback) => void ('requestIdleCallback' in window ? requestIdleCallback(callback, { timeout: 2000 }) : setTimeout(callback, 200)),
  };
}

/** Resolves at once, or when a prerendered page is shown. */
export function activated(): Promise<void> {
  return new Promise((resolve) => {
    if (!(document as { prerendering?: boolean }).prerendering) resolve();
    else document.addEventListener('prerenderingchange', () => resolve(), { once: true });
  });
}
