import type { Clock } from '../browser/clock.ts';

/** Tries again what could not be written or read. */
export interface RetryQueue {
  /** How long until the next try, in ms; `Infinity` while nothing is owed. */
  readonly waitMs: () => number;
  /** Tries again, where it is time. */
  readonly run: () => void;
}

/**
 * The wait before the first try. It doubles with each try that fails, so that a browser without a
 * database is not asked for ever.
 */
const firstMs = 10_000;
const longestMs = 60_000;

export function createRetryQueue(
  owed: (() => Promise<unknown>)[],
  { monotonic }: Pick<Clock, 'monotonic'>,
): RetryQueue {
  let delayMs = firstMs;
  let triedAt = -Infinity;
  let dueAt: number | undefined;
  return {
    waitMs() {
      if (!owed.length) return Infinity;
      const now = monotonic();
      if (dueAt === undefined) {
        // What fails again is owed again soon after the try.
        delayMs = now - triedAt < delayMs ? Math.min(delayMs * 2, longestMs) : firstMs;
        dueAt = now + delayMs;
      }
      return Math.max(0, dueAt - now);
    },
    run() {
      if (dueAt === undefined || monotonic() < dueAt) return;
      dueAt = undefined;
      triedAt = monotonic();
      for (const again of owed.splice(0)) again().catch(() => {});
    },
  };
}
