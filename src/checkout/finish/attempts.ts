import type { Clock } from '../../browser/clock.ts';
import type { PurchaseRecord } from '../purchase/purchase-record.ts';

/** The attempts of this page for each purchase, and the time of the next ones. */
export interface Attempts {
  /** Begins an attempt. `false` when one for the same purchase is under way. */
  readonly begin: (id: string) => boolean;
  readonly end: (id: string) => void;
  readonly isUnderWay: (id: string) => boolean;
  /** The next attempt ignores the earlier ones: the page has started, or is online again. */
  readonly resetTries: (id: string) => void;
  readonly isReset: (id: string) => boolean;
  /** Ends `resetTries`: later attempts are counted again. */
  readonly countAgain: (id: string) => void;
  /** Delays the next attempt, unless a longer delay is set already. */
  readonly postpone: (id: string, delayMs: number) => void;
  /** The rest of the delay, in ms. At most 0 without a delay. */
  readonly waitMs: (id: string) => number;
  /**
   * The time since the last try of a purchase, of this page or another, in ms. `Infinity` without a
   * try. The wall clock may be set back, and the monotonic one stops while the machine sleeps. So
   * the larger time of both counts. The monotonic one begins when this page learns of the try.
   */
  readonly sinceTryMs: (purchase: Pick<PurchaseRecord, 'id' | 'triedAt'>) => number;
}

/** A try, and the monotonic time at which this page learned of it. */
interface KnownTry {
  readonly triedAt: number;
  readonly knownAt: number;
}

export function createAttempts({ now, monotonic }: Pick<Clock, 'now' | 'monotonic'>): Attempts {
  const tries = new Map<string, KnownTry>();
  const underWay = new Set<string>();
  const fresh = new Set<string>();
  /** In monotonic time. */
  const notBefore = new Map<string, number>();
  return {
    begin(id) {
      if (underWay.has(id)) return false;
      underWay.add(id);
      return true;
    },
    end(id) {
      underWay.delete(id);
    },
    isUnderWay: (id) => underWay.has(id),
    resetTries(id) {
      fresh.add(id);
    },
    isReset: (id) => fresh.has(id),
    countAgain(id) {
      fresh.delete(id);
    },
    postpone(id, delayMs) {
      notBefore.set(id, Math.max(notBefore.get(id) ?? 0, monotonic() + delayMs));
    },
    waitMs: (id) => (notBefore.get(id) ?? 0) - monotonic(),
    sinceTryMs({ id, triedAt }) {
      if (!triedAt) return Infinity;
      let known = tries.get(id);
      if (known?.triedAt !== triedAt) {
        known = { triedAt, knownAt: monotonic() };
        tries.set(id, known);
      }
      return Math.max(now() - triedAt, monotonic() - known.knownAt);
    },
  };
}
