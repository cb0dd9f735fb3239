import type { Clock } from '../browser/clock.ts';

/** What this page is doing about each purchase, and how long it leaves one alone. */
export interface Attempts {
  /** Begins one; `false` where one of the same purchase is under way. */
  readonly begin: (id: string) => boolean;
  readonly end: (id: string) => void;
  readonly isUnderWay: (id: string) => boolean;
  /** The next attempt does not count the earlier ones: the page has started, or come online. */
  readonly startOver: (id: string) => void;
  readonly startsOver: (id: string) => boolean;
  /** An attempt has begun: later ones count the earlier ones again. */
  readonly count: (id: string) => void;
  /** Leaves the purchase alone for so long, or for longer where that was said before. */
  readonly postpone: (id: string, delayMs: number) => void;
  /** How long it is still left alone, in ms; at most 0 where it is not. */
  readonly waitMs: (id: string) => number;
}

export function createAttempts({ monotonic }: Pick<Clock, 'monotonic'>): Attempts {
  const underWay = new Set<string>();
  const startedOver = new Set<string>();
  /** In monotonic time. */
  const notBefore = new Map<string, number>();
  return {
    begin(id) {
      if (underWay.has(id)) return false;
      underWay.add(id);
      return true;
    },
    end: (id) => void underWay.delete(id),
    isUnderWay: (id) => underWay.has(id),
    startOver: (id) => void startedOver.add(id),
    startsOver: (id) => startedOver.has(id),
    count: (id) => void startedOver.delete(id),
    postpone(id, delayMs) {
      notBefore.set(id, Math.max(notBefore.get(id) ?? 0, monotonic() + delayMs));
    },
    waitMs: (id) => (notBefore.get(id) ?? 0) - monotonic(),
  };
}
