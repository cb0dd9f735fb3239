import type { After } from './after.ts';

/** Time, and what waits for it. Tests move it by hand. */
export interface Clock {
  /** Wall clock in ms since 1970. It can jump. */
  readonly now: () => number;
  /** Monotonic clock in ms. It can stand still while the machine sleeps. */
  readonly monotonic: () => number;
  /** Calls back once after a delay in ms; the returned function cancels. */
  readonly after: After;
}

/**
 * The browser's clock, as it was when this is called: a page that replaces `Date` later changes
 * nothing.
 */
export function createClock(after: After): Clock {
  const { performance, Date } = globalThis;
  return { now: () => Date.now(), monotonic: () => performance.now(), after };
}

/** Resolves after so many ms. */
export function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve));
}
