import { pause, type Clock } from '../../browser/clock.ts';
import type { Durable } from '../../browser/durable.ts';
import { nothing } from '../../browser/nothing.ts';
import { reportEnd } from '../account/send-logout.ts';
import { openSession } from '../opening/begin.ts';
import type { SessionContext } from '../state/session-context.ts';
import { isErasedBy } from '../storage/erasure.ts';
import { writeRecord } from '../storage/persistence.ts';
import { isErasure, type SessionRecord } from '../storage/saved-session.ts';
import {
  adopt,
  endOfOther,
  isOtherFromBefore,
  orderOfErasures,
  supersedes,
  togetherMs,
} from '../storage/tabs.ts';
import { keepable } from '../storage/write-saved.ts';

/** The right of one tab to call the platform for all tabs. */
interface Lease {
  readonly tabId: string;
  /** Wall time in ms. A frozen or closed tab loses the lease then. */
  readonly expiresAt: number;
}

/** The record in IndexedDB. */
export interface DurableRecord extends SessionRecord {
  readonly lease?: Lease | undefined;
}

/** Longer than the deadline of the guarded calls, 10 s. */
const leaseMs = 15_000;
/** How often a waiting tab checks the lease. */
const lookMs = 250;
/**
 * When a record that IndexedDB did not accept is written again. A killed browser may have lost what
 * localStorage said last, and a page may have started from an older record.
 */
const writeAgainMs = 60_000;

/**
 * The lease of a device's tabs, by compare-and-set on the durable record. Without it each tab works
 * alone.
 */
export interface LeaseManager {
  /**
   * Waits until no other tab has the lease. `false` when another tab has done the same work
   * meanwhile, and its record has been adopted, or when there is nothing to do any more: `isOver`
   * says so, the signal is aborted, or the runtime is disposed of.
   */
  readonly acquire: (signal: AbortSignal, isOver?: () => boolean) => Promise<boolean>;
  readonly release: () => Promise<void>;
  /**
   * Whether the lease of this tab still lasts. Callers check it at the moment of sending, because a
   * page may be frozen after it acquired the lease.
   */
  readonly isHeld: () => boolean;
  /** Writes the record of this tab into IndexedDB, or adopts the one found there. */
  readonly commit: () => Promise<void>;
  /** Stops writing again what IndexedDB did not accept. */
  readonly stop: () => void;
}

export function createLeaseManager(
  context: SessionContext,
  durable: Durable<DurableRecord>,
  tabId: string,
): LeaseManager {
  const { clock } = context.browser;
  const { set, stop } = createWriter(context, durable);
  let released: Promise<unknown> | undefined;
  let heldUntil = 0;
  let holders = 0; // a keepalive that finds its session lost opens another one under the same lease
  return {
    async acquire(signal, isOver) {
      holders++;
      await released; // a later write would release the new lease
      for (;;) {
        const expiresAt = await takeLease(set, clock, tabId);
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
async function takeLease(
  set: (change: Change) => Promise<DurableRecord | undefined>,
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

/** Returns the new record, or `undefined` to leave it unchanged. */
type Change = (record: DurableRecord) => DurableRecord | undefined;

const unchanged: Change = (record) => record;

/** Creates the function that changes the record. `stop` ends its repeats after a failure. */
function createWriter(
  context: SessionContext,
  durable: Durable<DurableRecord>,
): { readonly set: (change: Change) => Promise<DurableRecord | undefined> } & Pick<
  LeaseManager,
  'stop'
> {
  let cancel = nothing;
  const writeAgain = (): void => {
    cancel();
    if (context.disposal.aborted) return;
    cancel = context.browser.clock.after(writeAgainMs, () => void set(unchanged));
  };
  const set = (change: Change): Promise<DurableRecord | undefined> =>
    setRecord(context, durable, change, writeAgain);
  return { set, stop: () => cancel() };
}

/**
 * Changes the record, unless the record of another tab is ahead. That one is adopted and returned
 * instead.
 */
async function setRecord(
  context: SessionContext,
  durable: Durable<DurableRecord>,
  change: Change,
  onFailed: () => void,
): Promise<DurableRecord | undefined> {
  let theirs: DurableRecord | undefined;
  let known: Pick<SessionRecord, 'deviceHash' | 'epoch' | 'erasedEpoch' | 'ended'> | undefined;
  if (context.persistence !== 'device') return theirs; // no other tab shares the record
  await durable
    .update((old) => {
      const { saved } = context;
      // Consent was withdrawn while the database was busy.
      if (context.persistence !== 'device') return old;
      theirs = old && saved && isAhead(old, saved) ? old : undefined;
      if (theirs || !saved) return old;
      const kept = keepable(saved);
      known = isErasedBy(old, saved) ? erasureAbove(old, saved) : knownOf(old, saved, kept);
      return change({ ...kept, ...known, lease: old?.lease }) ?? old;
    })
    .catch(onFailed); // only the mirror is written
  if (theirs) put(context, theirs);
  else if (context.saved && known && known.epoch > context.saved.epoch) {
    put(context, { ...context.saved, ...known, ended: context.saved.ended ?? known.ended });
  }
  return theirs;
}

/** The epoch that supersedes the older record. */
const epochAbove = (old: DurableRecord | undefined, epoch: number): number =>
  old && old.epoch > epoch ? old.epoch + 1 : epoch;

/** No part of an erased record is kept, not even its device hash. */
function erasureAbove(
  old: DurableRecord | undefined,
  { deviceHash, epoch, erasedEpoch, ended }: SessionRecord,
): Pick<SessionRecord, 'deviceHash' | 'epoch' | 'erasedEpoch' | 'ended'> {
  const above = epochAbove(old, epoch);
  return { deviceHash, epoch: above, erasedEpoch: deviceHash ? erasedEpoch : above, ended };
}

/**
 * The facts that a lost mirror lacks: the first hash, and ended sessions that the platform has not
 * confirmed.
 */
function knownOf(
  old: DurableRecord | undefined,
  saved: SessionRecord,
  kept: SessionRecord,
): Pick<SessionRecord, 'deviceHash' | 'epoch' | 'erasedEpoch' | 'ended'> {
  return {
    deviceHash: old?.deviceHash || saved.deviceHash,
    epoch: epochAbove(old, saved.epoch),
    erasedEpoch: Math.max(saved.erasedEpoch ?? 0, old?.erasedEpoch ?? 0) || undefined,
    ended: kept.ended ?? old?.ended,
  };
}

/** Adopts the durable record, and writes it into the mirror too. */
function put(context: SessionContext, { lease: _lease, ...saved }: DurableRecord): void {
  const { store, settings, browser, current } = context; // the store before a withdrawn consent
  const isOther = isOtherFromBefore(context, saved);
  adopt(context, isOther ? endOfOther(saved, current, browser.clock.now()) : saved);
  const adopted = context.saved!; // a disposed page adopts nothing: it is its own record
  if (isErasure(adopted)) store.set(settings.key, null); // a full store would keep what is erased
  writeRecord(context, adopted, store);
  if (!isOther) return;
  reportEnd(context);
  // A listener may have opened one.
  if (current && !context.pending) openSession(context, 'open').catch(nothing);
}

/** Largest difference of the clocks of two processes on one device. */
const clockToleranceMs = 5000;

/**
 * Whether a lease is free. An end later than the longest possible lease means that the clock has
 * jumped.
 */
const isFree = ({ tabId, expiresAt }: Lease, own: string, now: number): boolean =>
  tabId === own || expiresAt <= now || expiresAt > now + leaseMs + clockToleranceMs;

/**
 * Whether another tab has opened the session, or kept it alive, since this tab last read. An epoch
 * that began later supersedes a higher one, whose number was lost with its mirror.
 */
function isAhead(old: SessionRecord, saved: SessionRecord): boolean {
  const order = orderOfErasures(old, saved);
  if (order) return order > 0;
  if (old.epoch <= saved.epoch) return supersedes(old, saved);
  // An erasure supersedes an end or an opening of the same moment.
  const isErased =
    (old.erasedEpoch ?? 0) > (saved.erasedEpoch ?? 0) &&
    saved.epochStartedAt - old.epochStartedAt < togetherMs;
  return isErased || old.epochStartedAt > saved.epochStartedAt;
}
