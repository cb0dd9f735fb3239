import type { Clock } from '../../browser/clock.ts';
import { nothing } from '../../browser/nothing.ts';

/** Reads and writes that failed and must succeed. They are repeated while the page is open. */
export interface RetryQueue {
  readonly push: (task: () => Promise<unknown>) => void;
  /** The time until the next try, in ms. `Infinity` while the queue is empty. */
  readonly waitMs: () => number;
  /** Repeats the tasks if the try is due. */
  readonly run: () => void;
  /** Repeats the tasks at once, because the page may be left soon. */
  readonly runNow: () => void;
}

/**
 * The wait before the first try. It doubles with each failed try, so that a browser without a
 * database is not asked too often.
 */
const firstMs = 10_000;
const maxDelayMs = 60_000;

export function createRetryQueue({ monotonic }: Pick<Clock, 'monotonic'>): RetryQueue {
  const tasks: (() => Promise<unknown>)[] = [];
  let delayMs = firstMs;
  let triedAt = -Infinity;
  let dueAt: number | undefined;
  const runNow = (): void => {
    dueAt = undefined;
    triedAt = monotonic();
    for (const task of tasks.splice(0)) task().catch(nothing);
  };
  return {
    push(task) {
      tasks.push(task);
    },
    waitMs() {
      if (!tasks.length) return Infinity;
      const now = monotonic();
      if (dueAt === undefined) {
        // A task that fails again is pushed again soon after the try.
        delayMs = now - triedAt < delayMs ? Math.min(delayMs * 2, maxDelayMs) : firstMs;
        dueAt = now + delayMs;
      }
      return Math.max(0, dueAt - now);
    },
    run() {
      if (dueAt !== undefined && monotonic() >= dueAt) runNow();
    },
    runNow,
  };
}
