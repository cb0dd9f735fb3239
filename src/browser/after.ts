/** Calls back once after a delay in ms; the returned function cancels. */
export type After = (delayMs: number, callback: () => void) => () => void;

/** Longer timers fire at once (2^31 ms and more overflow). */
const longestTimerMs = 2 ** 31 - 1;

const { setTimeout, clearTimeout } = globalThis;

/** The browser's timer, as it was when this module was loaded. */
export const after: After = (delayMs, callback) => {
  const timer = setTimeout(callback, Math.min(delayMs, longestTimerMs));
  return () => clearTimeout(timer);
};
