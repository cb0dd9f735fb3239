import { pause, type Clock } from '../../browser/clock.ts';
import type { Durable } from '../../browser/durable.ts';
import type { TabLease } from '../session-options.ts';
import type { SessionContext } from '../state/session-context.ts';
import {
  createRecordWriter,
  unchanged,
  type DurableRecord,
  type Lease,
  type RecordWriter,
} from '../storage/durable-record.ts';

/** Longer than the deadline of the guarded calls, 10 s. */
const leaseMs = 15_000;
/** How often a waiting tab checks the lease. */
const lookMs = 250;

/**
 * The lease of a device's tabs, by compare-and-set on the durable record. Without it each tab works
 * alone.
 */
export interface LeaseManager extends TabLease {
  /** Stops writing again what IndexedDB did not accept. */
  readonly stop: () => void;
}

export function createLeaseManager(
  context: SessionContext,
  durable: Durable<DurableRecord>,
  tabId: string,
): LeaseManager {
  const { clock } = context.browser;
  const { set, stop } = createRecordWriter(context, durable);
  let released: Promise<unknown> | undefined;
  let heldUntil = 0;
  let holders = 0; // a keepalive that finds its session lost opens another one under the same lease
  return {
    async acquire(signal, isOver) {
      holders++;
      await released; // a later write would release the new lease
      for (;;) {
        const expiresAt = await tryToAcquire(set, clock, tabId);
        if (expiresAt === 'overtaken' || signal.aborted || context.disposal.aborted || isOver?.()) {
          void this.release();
          return false;
        }
        // A tab that was frozen meanwhile tries again.
        if (clock.now() < expiresAt) {
          heldUntil = expiresAt;
          return true;
        }
        await pause(clock, lookMs);
      }
    },
    isHeld: () => clock.now() < heldUntil,
    commit: async () => void (await set(unchanged)),
    async release() {
      if (--holders) return;
      released = set((record) => ({
        ...record,
        lease: record.lease?.tabId === tabId ? undefined : record.lease,
      }));
      await released;
    },
    stop,
  };
}

/**
 * Tries to acquire the lease once. Returns its end: `Infinity` when no other tab shares the record,
 * 0 while another tab has it, `overtaken` when the record of another tab came first.
 */
async function tryToAcquire(
  set: RecordWriter['set'],
  clock: Clock,
  tabId: string,
): Promise<number | 'overtaken'> {
  let expiresAt = Infinity;
  const theirs = await set((record) => {
    const isTaken = !!record.lease && !isFree(record.lease, tabId, clock.now());
    expiresAt = isTaken ? 0 : clock.now() + leaseMs;
    return isTaken ? undefined : { ...record, lease: { tabId, expiresAt } };
  });
  return theirs ? 'overtaken' : expiresAt;
}

/** Largest difference of the clocks of two processes on one device. */
const clockToleranceMs = 5000;

/**
 * Whether a lease is free. An end later than the longest possible lease means that the clock has
 * jumped.
 */
const isFree = ({ tabId, expiresAt }: Lease, own: string, now: number): boolean =>
  tabId === own || expiresAt <= now || expiresAt > now + leaseMs + clockToleranceMs;
