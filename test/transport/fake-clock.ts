import type { Clock } from '../../src/browser/clock.ts';

/** A clock that only moves by hand. */
export interface FakeClock extends Clock {
  /** Moves time on, runs what is due in order, and lets everything that follows from it happen. */
  readonly advance: (ms: number) => Promise<void>;
  /** How many timers wait. */
  readonly waiting: () => number;
}

interface Timer {
  readonly at: number;
  readonly callback: () => void;
}

/**
 * Lets promises, streams and other tasks of the browser settle; no time of the fake clock passes.
 */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        port1.close();
        resolve();
      });
      port1.start();
      port2.postMessage(null);
    });
  }
}

export function createFakeClock(startMs = Date.UTC(2026, 10, 20)): FakeClock {
  let elapsedMs = 0;
  const timers = new Set<Timer>();
  return {
    now: () => startMs + elapsedMs,
    monotonic: () => elapsedMs,
    after(delayMs, callback) {
      const timer = { at: elapsedMs + delayMs, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const end = elapsedMs + ms;
      await settle();
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
        if (!due) break;
        timers.delete(due);
        elapsedMs = due.at;
        due.callback();
        await settle();
      }
      elapsedMs = end;
    },
    waiting: () => timers.size,
  };
}
