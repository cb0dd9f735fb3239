/** The longest that a busy page keeps others waiting, in ms. */
const maxMs = 5000;
/** The pause where the browser has no idle callbacks, as Safari. */
const pauseMs = 1000;

/** Acts once the page has loaded and has nothing better to do. */
export function whenIdle(act: () => void): void {
  const waitForIdle = (): void => {
    if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: maxMs });
    else setTimeout(act, pauseMs);
  };
  if (document.readyState === 'complete') waitForIdle();
  else window.addEventListener('load', waitForIdle, { once: true });
}
