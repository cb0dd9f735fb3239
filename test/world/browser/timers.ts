import type { Chance } from '../chance.ts';
import type { Owner, VirtualTime } from '../time.ts';

interface TimerParts {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly owner: Owner;
  readonly onUncaught: (error: unknown) => void;
}

/** Browsers use whole ms. */
const timerMs = (delayMs: number): number => Math.max(1, Math.trunc(delayMs || 0));
const longestIdleMs = 200;

/** A listener or a timer that throws is an uncaught error of the page. */
export function createTimers({ time, chance, owner, onUncaught }: TimerParts): {
  readonly setTimeout: unknown;
  readonly clearTimeout: unknown;
  readonly requestIdleCallback: unknown;
} {
  const running = new Map<number, () => void>();
  let timers = 0;
  const safely = (run: () => void) => (): void => {
    try {
      run();
    } catch (error) {
      onUncaught(error);
    }
  };
  return {
    setTimeout(run: () => void, delayMs: number) {
      const id = ++timers;
      const fire = safely(() => {
        running.delete(id);
        run();
      });
      running.set(id, time.schedule(timerMs(delayMs), fire, owner, 'timer'));
      return id;
    },
    clearTimeout(id: number) {
      running.get(id)?.();
      running.delete(id);
    },
    requestIdleCallback: (run: () => void) =>
      void time.schedule(1 + chance() * longestIdleMs, safely(run), owner),
  };
}
