/** The longest that a busy page keeps others waiting, in ms. */
const mostMs = 5000;

/** Acts once the page has loaded and has nothing better to do. */
export function whenIdle(act) {
  const rest = () =>
    window.requestIdleCallback
      ? requestIdleCallback(act, { timeout: mostMs })
      : setTimeout(() => act(), 1000); // Safari has none
  if (document.readyState === 'complete') rest();
  else window.addEventListener('load', rest, { once: true });
}
