/** Time, and what waits for it. Tests move it by hand. */
export interface Clock {
  /** Wall clock in ms since 1970. It can jump. */
  readonly now: () => number;
  /** Monotonic clock in ms. It can stand still while the machine sleeps. */
  readonly monotonic: () => number;
  /** Calls back once after a delay in ms; the returned function cancels. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
}

/** Longer timers fire at once (2^31 ms and more overflow). */
const longestTimerMs = 2 ** 31 - 1;

/** The browser's clock, as it was when this module was loaded: a page that replaces `Date` later changes nothing. */
export function createClock(): Clock {
  const { setTimeout, clearTimeout, performance, Date } = globalThis;
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(delayMs, callback) {
      const timer = setTimeout(callback, Math.min(delayMs, longestTimerMs));
      return () => clearTimeout(timer);
    },
  };
}
