import type { Durable } from '../../browser/durable.ts';
import { nothing } from '../../browser/nothing.ts';
import { sendLogout } from '../account/send-logout.ts';
import type { SessionContext } from '../state/session-context.ts';
import { isErasedBy } from './compare-records.ts';
import { uniteNames } from './erasure.ts';
import { readMirror, writeRecord } from './persistence.ts';
import { isErasure, type SavedSession, type SessionRecord } from './saved-session.ts';
import { orderOfErasures, supersedes, togetherMs } from './supersedes.ts';
import { adopt } from './tabs.ts';
import { areUnaware, eraseBoth } from './unaware-erasures.ts';
import { keepable } from './write-saved.ts';

/** The right of one tab to call the platform for all tabs. */
export interface Lease {
  readonly tabId: string;
  /** Wall time in ms. A frozen or closed tab loses the lease then. */
  readonly expiresAt: number;
}

/** The record in IndexedDB. */
export interface DurableRecord extends SessionRecord {
  readonly lease?: Lease | undefined;
}

/**
 * The wait before a failed write to IndexedDB is repeated, in ms. A killed browser may lose the
 * last writes to localStorage, and a page may then start from an older record.
 */
const writeAgainMs = 60_000;

/** Returns the new record, or `undefined` to leave it unchanged. */
type Change = (record: DurableRecord) => DurableRecord | undefined;

export const unchanged: Change = (record) => record;

/** Writes the record of this page into IndexedDB, by compare-and-set. */
export interface RecordWriter {
  /**
   * Changes the record. Resolves with the record of another tab when that is ahead: it has been
   * adopted instead. Never rejects: without IndexedDB only localStorage is written.
   */
  readonly set: (change: Change) => Promise<DurableRecord | undefined>;
  /** Stops writing again what IndexedDB did not accept. */
  readonly stop: () => void;
}

/** Creates the writer of the record of this page. */
export function createRecordWriter(
  context: SessionContext,
  durable: Durable<DurableRecord>,
): RecordWriter {
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
  let inherited: Inherited | undefined;
  let unknownSession: SavedSession | undefined;
  if (context.persistence !== 'device') return theirs; // no other tab shares the record
  await durable
    .update((old) => {
      const { record } = context;
      // Consent was withdrawn while the database was busy.
      if (context.persistence !== 'device') return old;
      if (old && record && areUnaware(old, record)) {
        theirs = old;
        return eraseBoth(old, record);
      }
      theirs = old && record && isAhead(old, record) ? old : undefined;
      if (theirs || !record) return old;
      const kept = keepable(record);
      inherited = isErasedBy(old, record)
        ? erasureAbove(old, record)
        : inheritedFrom(old, record, kept);
      unknownSession = sessionUnknownTo(record, old);
      return change({ ...kept, ...inherited, lease: old?.lease }) ?? old;
    })
    .catch(onFailed); // only the mirror is written
  if (context.disposal.aborted) return theirs; // its own record may be older
  if (unknownSession) void sendLogout(context, unknownSession);
  if (theirs) adoptDurable(context, theirs);
  else if (context.record && inherited && addsTo(inherited, context.record)) {
    adoptDurable(context, {
      ...context.record,
      ...inherited,
      ended: context.record.ended ?? inherited.ended,
    });
  }
  return theirs;
}

/** What a record takes over from the one that it replaces. */
type Inherited = Pick<SessionRecord, 'deviceHash' | 'epoch' | 'erasedEpoch' | 'erasures' | 'ended'>;

/** Whether the record of this page has to take over what it knows now. */
const addsTo = (inherited: Inherited, saved: SessionRecord): boolean =>
  inherited.epoch > saved.epoch ||
  (inherited.erasures?.length ?? 0) > (saved.erasures?.length ?? 0);

/**
 * The session that another tab has opened, and that this page ends without knowing it: its main
 * thread was busy when the viewer logged out in it. No other page can tell that it is not logged
 * out.
 */
const sessionUnknownTo = (
  { session, epoch, ended = [] }: SessionRecord,
  old: DurableRecord | undefined,
): SavedSession | undefined =>
  !session && old && old.epoch > epoch && !ended.some(({ id }) => id === old.session?.id)
    ? old.session
    : undefined;

/** The epoch that supersedes the older record. */
const epochAbove = (old: DurableRecord | undefined, epoch: number): number =>
  old && old.epoch > epoch ? old.epoch + 1 : epoch;

/** No part of an erased record is kept, not even its device hash. */
function erasureAbove(
  old: DurableRecord | undefined,
  { deviceHash, epoch, erasedEpoch, erasures, ended }: SessionRecord,
): Inherited {
  const above = epochAbove(old, epoch);
  return {
    deviceHash,
    epoch: above,
    erasedEpoch: deviceHash ? erasedEpoch : above,
    erasures: uniteNames(erasures, old?.erasures),
    ended,
  };
}

/**
 * The facts that a lost mirror lacks: the first hash, erasures of other tabs, and ended sessions
 * that the platform has not confirmed.
 */
function inheritedFrom(
  old: DurableRecord | undefined,
  saved: SessionRecord,
  kept: SessionRecord,
): Inherited {
  return {
    deviceHash: old?.deviceHash || saved.deviceHash,
    epoch: epochAbove(old, saved.epoch),
    erasedEpoch: Math.max(saved.erasedEpoch ?? 0, old?.erasedEpoch ?? 0) || undefined,
    erasures: uniteNames(saved.erasures, old?.erasures),
    ended: kept.ended ?? old?.ended,
  };
}

/** Adopts the durable record, and writes it into the mirror too. */
function adoptDurable(context: SessionContext, { lease: _lease, ...saved }: DurableRecord): void {
  const { store, settings, persistence } = context; // before the page leaves the device
  const replaced = readMirror(context);
  adopt(context, saved);
  const hasLeft = context.persistence !== 'device' && !isErasure(context.record);
  if (hasLeft && persistence !== 'device') return;
  // A page that leaves the device goes on with a record of its own.
  const record = hasLeft ? saved : context.record!;
  if (isErasedBy(replaced, record)) {
    store.set(settings.key, null); // a full store would keep what is erased
    // No page finds the session of the mirror any more.
    if (replaced?.session && !record.isMoved && replaced.session.id !== record.session?.id) {
      void sendLogout(context, replaced.session);
    }
  }
  writeRecord(context, record, store);
}

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
  return isErased || old.epochStartedAt > (old.session ? saved.epochStartedAt : askedAt(saved));
}

/**
 * When the epoch of a record began, or the request for its session left, if that is earlier. A
 * logout in another tab since then is later than the answer.
 */
const askedAt = ({ epochStartedAt, session }: SessionRecord): number =>
  Math.min(epochStartedAt, session?.keptAliveAt ?? epochStartedAt);
