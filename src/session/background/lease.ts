import { pause } from '../../browser/clock.ts';
import type { Clock } from '../../browser/clock.ts';
import type { SessionContext } from '../session-context.ts';
import type { Durable } from '../../browser/durable.ts';
import type { Saved } from '../saved-session.ts';
import { supersedes, adopt, togetherMs } from './tabs.ts';
import { writeRecord } from '../persistence.ts';
import { keepable } from '../write-saved.ts';

/** The right of one tab to speak to the platform for all. */
interface Lease {
  readonly owner: string;
  /** Wall time in ms; a tab that is frozen or gone loses it then. */
  readonly until: number;
}

/** What stands in IndexedDB. */
export interface Kept extends Saved {
  readonly lease?: Lease | undefined;
}

/** It outlives the deadline of what it guards, 10 s. */
const leaseMs = 15_000;
/** How often a tab looks whether another one is through. */
const lookMs = 250;

/** Compare-and-set on the durable record decides; without it a tab is on its own. */
export interface LeaseManager {
  /**
   * Waits until no other tab has a lease. `false` when another tab has done meanwhile what this one
   * wants to do, and it has been taken over.
   */
  readonly acquire: (signal: AbortSignal) => Promise<boolean>;
  readonly release: () => Promise<void>;
  /**
   * Whether the lease that this tab has taken still lasts: asked in the moment of sending, as a
   * page may stand still after taking it.
   */
  readonly isHeld: () => boolean;
  /** Writes what this tab keeps into the durable record, or takes over what stands there. */
  readonly commit: () => Promise<void>;
}

export function createLeaseManager(
  context: SessionContext,
  durable: Durable<Kept>,
  owner: string,
): LeaseManager {
  const { clock } = context.browser;
  const set = (change: Change): Promise<Kept | undefined> => setRecord(context, durable, change);
  let released: Promise<unknown> | undefined;
  let heldUntil = 0;
  let holders = 0; // a keepalive that meets a lost session opens another within its own turn
  const take = (): Promise<Taken> => takeLease(set, clock, owner);
  return {
    async acquire(signal) {
      holders++;
      await released; // written later, it would free the lease that is taken now
      for (;;) {
        const taken = await take();
        if (taken === 'overtaken' || signal.aborted) {
          void this.release();
          return false;
        }
        // A tab that was frozen meanwhile asks again.
        if (clock.now() < (taken.until ?? 0)) {
          heldUntil = taken.until!;
          return true;
        }
        await pause(clock, lookMs);
      }
    },
    isHeld: () => clock.now() < heldUntil,
    commit: async () => void (await set((record) => record)),
    async release() {
      if (--holders) return;
      released = set((record) => ({
        ...record,
        lease: record.lease?.owner === owner ? undefined : record.lease,
      }));
      await released;
    },
  };
}

/** Until when a lease was taken; a record of another tab may have come before it. */
type Taken = { readonly until: number | undefined } | 'overtaken';

/**
 * Tries to take the lease once. Gives when it ends: never, where no other tab shares the record;
 * `undefined` while another tab has it.
 */
async function takeLease(
  set: (change: Change) => Promise<Kept | undefined>,
  clock: Clock,
  owner: string,
): Promise<Taken> {
  let until: number | undefined = Infinity;
  const theirs = await set((record) => {
    const isTaken = !!record.lease && !isFree(record.lease, owner, clock.now());
    until = isTaken ? undefined : clock.now() + leaseMs;
    return isTaken ? undefined : { ...record, lease: { owner, until: until! } };
  });
  return theirs ? 'overtaken' : { until };
}

/** What to write instead of the record; nothing where it stays as it is. */
type Change = (record: Kept) => Kept | undefined;

/**
 * Changes the record, unless another tab's stands above what this one knows: that is taken over,
 * and given back.
 */
async function setRecord(
  context: SessionContext,
  durable: Durable<Kept>,
  change: Change,
): Promise<Kept | undefined> {
  let theirs: Kept | undefined;
  let known: Pick<Saved, 'hash' | 'epoch' | 'erasedEpoch' | 'ended'> | undefined;
  if (context.persistence !== 'device') return theirs; // no other tab shares it
  await durable
    .update((old) => {
      const { saved } = context;
      theirs = old && saved && isAhead(old, saved) ? old : undefined;
      if (theirs || !saved) return old;
      const kept = keepable(saved);
      known = isErased(old, saved) ? erasureAbove(old, saved) : knownOf(old, saved, kept);
      return change({ ...kept, ...known, lease: old?.lease }) ?? old;
    })
    .catch(() => {}); // the mirror alone
  if (theirs) put(context, theirs);
  else if (context.saved && known && known.epoch > context.saved.epoch) {
    put(context, { ...context.saved, ...known, ended: context.saved.ended ?? known.ended });
  }
  return theirs;
}

/** Whether a record, or the erasure that it came after, erases an older one. */
const isErased = (old: Kept | undefined, { erasedEpoch = 0, since }: Saved): boolean =>
  erasedEpoch > (old?.erasedEpoch ?? 0) && !(old && old.since > since);

/** Nothing of an erased record lives on, not even its device hash. */
function erasureAbove(
  old: Kept | undefined,
  { hash, epoch, erasedEpoch, ended }: Saved,
): Pick<Saved, 'hash' | 'epoch' | 'erasedEpoch' | 'ended'> {
  const above = old && old.epoch > epoch ? old.epoch + 1 : epoch;
  return { hash, epoch: above, erasedEpoch: hash ? erasedEpoch : above, ended };
}

/**
 * What a lost mirror no longer says: the first hash, and ends that the platform has not confirmed.
 */
function knownOf(
  old: Kept | undefined,
  saved: Saved,
  kept: Saved,
): Pick<Saved, 'hash' | 'epoch' | 'erasedEpoch' | 'ended'> {
  return {
    hash: old?.hash || saved.hash,
    epoch: old && old.epoch > saved.epoch ? old.epoch + 1 : saved.epoch,
    erasedEpoch: Math.max(saved.erasedEpoch ?? 0, old?.erasedEpoch ?? 0) || undefined,
    ended: kept.ended ?? old?.ended,
  };
}

/** Takes over what stands in the durable record, and puts it into the mirror too. */
function put(context: SessionContext, { lease: _lease, ...saved }: Kept): void {
  adopt(context, saved);
  writeRecord(context, context.saved!);
}

/** Clocks of one device that are read in two processes may differ by so much. */
const clockToleranceMs = 5000;

/** A lease that ends later than any can has been written by a clock that has jumped. */
const isFree = ({ owner, until }: Lease, own: string, now: number): boolean =>
  owner === own || until <= now || until > now + leaseMs + clockToleranceMs;

/**
 * Whether another tab has opened a session, or kept it alive, since this one looked. An epoch that
 * began later stands above one with a higher number: the mirror with the number was lost.
 */
function isAhead(old: Saved, saved: Saved): boolean {
  if (old.epoch <= saved.epoch) return supersedes(old, saved);
  // An erasure and an end or opening in the same moment: the erasure stands.
  const isErased =
    (old.erasedEpoch ?? 0) > (saved.erasedEpoch ?? 0) && saved.since - old.since < togetherMs;
  return isErased || old.since > saved.since;
}
