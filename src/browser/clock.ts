import type { After } from './after.ts';

/** Time and timers. Tests move them by hand. */
export interface Clock {
  /** Wall clock in ms since 1970. It can jump. */
  readonly now: () => number;
  /** Monotonic clock in ms. It can stop while the machine sleeps. */
  readonly monotonic: () => number;
  /** Calls back once after a delay in ms. The returned function cancels. */
  readonly after: After;
}

/**
 * Creates the browser's clock. Globals are read once: a page that replaces `Date` later changes
 * nothing.
 */
export function createClock(after: After): Clock {
  const { performance, Date } = globalThis;
  return { now: () => Date.now(), monotonic: () => performance.now(), after };
}

/** Resolves after `ms`. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}
