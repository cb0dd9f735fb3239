import type { Clock } from '../browser/clock.ts';

/** What this page is doing about each purchase, and how long it leaves one alone. */
export interface Attempts {
  /** Begins one; `false` where one of the same purchase is under way. */
  readonly begin: (id: string) => boolean;
  readonly end: (id: string) => void;
  readonly isUnderWay: (id: string) => boolean;
  /**
   * Purchases whose next attempt does not count the earlier ones: the page has started, or come
   * online.
   */
  readonly fresh: Set<string>;
  /** Leaves the purchase alone for so long, or for longer where that was said before. */
  readonly postpone: (id: string, delayMs: number) => void;
  /** How long it is still left alone, in ms; at most 0 where it is not. */
  readonly waitMs: (id: string) => number;
}

export function createAttempts({ monotonic }: Pick<Clock, 'monotonic'>): Attempts {
  const underWay = new Set<string>();
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
    fresh: new Set(),
    postpone(id, delayMs) {
      notBefore.set(id, Math.max(notBefore.get(id) ?? 0, monotonic() + delayMs));
    },
    waitMs: (id) => (notBefore.get(id) ?? 0) - monotonic(),
  };
}
