/** Calls back once after a delay in ms. The returned function cancels. */
export type After = (delayMs: number, callback: () => unknown) => () => void;

/** Longer timers (2^31 ms and more) overflow and fire at once. */
const maxTimerMs = 2 ** 31 - 1;

const { setTimeout, clearTimeout } = globalThis;

/** The browser's timer, as it was when this module was loaded. */
export const after: After = (delayMs, callback) => {
  const timer = setTimeout(callback, Math.min(delayMs, maxTimerMs));
  return () => clearTimeout(timer);
};
