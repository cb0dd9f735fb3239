import type { Clock } from '../browser/clock.ts';

/** What could not be written or read, and must be: tried again while the page is open. */
export interface RetryQueue {
  readonly push: (task: () => Promise<unknown>) => void;
  /** How long until the next try, in ms; `Infinity` while the queue is empty. */
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

export function createRetryQueue({ monotonic }: Pick<Clock, 'monotonic'>): RetryQueue {
  const tasks: (() => Promise<unknown>)[] = [];
  let delayMs = firstMs;
  let triedAt = -Infinity;
  let dueAt: number | undefined;
  return {
    push: (task) => void tasks.push(task),
    waitMs() {
      if (!tasks.length) return Infinity;
      const now = monotonic();
      if (dueAt === undefined) {
        // What fails again is pushed again soon after the try.
        delayMs = now - triedAt < delayMs ? Math.min(delayMs * 2, longestMs) : firstMs;
        dueAt = now + delayMs;
      }
      return Math.max(0, dueAt - now);
    },
    run() {
      if (dueAt === undefined || monotonic() < dueAt) return;
      dueAt = undefined;
      triedAt = monotonic();
      for (const task of tasks.splice(0)) task().catch(() => {});
    },
  };
}
