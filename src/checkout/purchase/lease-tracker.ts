import type { Clock } from '../../browser/clock.ts';
import { randomToken } from '../../browser/random-token.ts';
import type { Tab } from '../../browser/tab.ts';
import {
  isReplaceable,
  isTaken,
  leaseMs,
  leaseName,
  type PurchaseLease,
  type PurchaseRecord,
} from './purchase-record.ts';

/** The leases of purchases: those of this page, and the known ones of other pages. */
export interface LeaseTracker {
  /** Creates a lease of this page. */
  readonly create: () => PurchaseLease;
  /**
   * Shows other pages that this one is open, from before it takes a lease until the returned
   * function is called.
   */
  readonly hold: () => Promise<() => void>;
  /** Whether another page has the right to send the next request of the purchase. */
  readonly isTaken: (record: PurchaseRecord) => boolean;
  /** Whether nothing can have been paid yet, so that another purchase may replace it. */
  readonly isReplaceable: (record: PurchaseRecord) => boolean;
  /**
   * Releases the lease of a page that was killed or left, so that other pages need not wait for it.
   * `onRelease` runs after a release.
   */
  readonly releaseOfClosedPage: (record: PurchaseRecord, onRelease: () => void) => void;
}

export function createLeaseTracker(
  tab: Pick<Tab, 'hold' | 'isGone'>,
  { now }: Pick<Clock, 'now'>,
): LeaseTracker {
  const tabId = randomToken();
  const releasedLeases = new Set<string>();
  const known = { tabId, releasedLeases };
  let holds = 0;
  const isTakenNow = (record: PurchaseRecord): boolean => isTaken(record, known, now());
  return {
    create: () => ({ tabId, expiresAt: now() + leaseMs, hasLock: holds > 0 }),
    async hold() {
      let release = await tab.hold(tabId);
      if (release) holds++;
      return () => {
        if (!release) return;
        holds--;
        release();
        release = undefined;
      };
    },
    isTaken: isTakenNow,
    isReplaceable: (record) => isReplaceable(record, known, now()),
    releaseOfClosedPage(record, onRelease) {
      const { lease } = record;
      if (!lease?.hasLock || !isTakenNow(record)) return;
      void tab.isGone(lease.tabId).then((isGone) => {
        if (!isGone) return;
        releasedLeases.add(leaseName(lease));
        onRelease();
      });
    },
  };
}
