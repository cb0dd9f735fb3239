import type { Durable } from '../../browser/durable.ts';
import { isObject } from '../../errors/is-object.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { reviveLateReturns } from './machine.ts';
import {
  dayMs,
  isGivenUp,
  isKept,
  isReturning,
  isStep,
  isUnsettled,
  type PurchaseRecord,
} from './purchase-record.ts';

/** The durable record of all purchases of this base URL and domain on this device. */
export interface JournalRecord {
  /** Entries that are no purchase records are kept unchanged, and ignored. */
  readonly entries: readonly unknown[];
  /** A record that could not be read. It is kept here, not lost. */
  readonly unreadable?: unknown;
}

/** Changes the records. Returns the same list when there is no change. */
export type ChangeRecords = (records: readonly PurchaseRecord[]) => readonly PurchaseRecord[];

/** The journal. A confirmed write survives a killed browser. */
export interface Journal {
  /**
   * Reads and changes the records in one step: edits of several tabs never overlap.
   * @throws {UsherError} `journal-unavailable`: nothing is written, now or later.
   */
  readonly change: (edit: ChangeRecords) => Promise<readonly PurchaseRecord[]>;
  /** The present records. `undefined` when the journal cannot be read. */
  readonly read: () => Promise<readonly PurchaseRecord[] | undefined>;
}

/** Why a page knows the records anew: it has read them, or has just changed them. */
export type NewsReason = 'read' | 'changed';

export type OnRecords = (records: readonly PurchaseRecord[], reason: NewsReason) => void;

/** The largest number of settled purchases that are kept. */
const maxSettled = 100;

/** A record as it is stored. Its step may be a step of a newer build. */
type StoredRecord = Omit<PurchaseRecord, 'step' | 'newerStep'> & { readonly step: string };

const isStoredRecord = (value: unknown): value is StoredRecord => {
  const { id, step, owner, values } = Object(value) as Partial<StoredRecord>;
  return (
    typeof id === 'string' &&
    typeof owner === 'string' &&
    isObject(values) &&
    typeof step === 'string' &&
    step !== ''
  );
};

const storedRecords = (stored: JournalRecord | undefined): readonly unknown[] =>
  Array.isArray(stored?.entries) ? stored.entries : [];

const fromStored = ({
  step,
  newerStep: _,
  ...rest
}: StoredRecord & Pick<PurchaseRecord, 'newerStep'>): PurchaseRecord => ({
  ...rest,
  ...(isStep(step) ? { step } : { step: 'unknown', newerStep: step }),
});

/** A record whose step this build does not have keeps it. */
function toStored({ newerStep, ...record }: PurchaseRecord): StoredRecord {
  return newerStep === undefined ? record : { ...record, step: newerStep };
}

/** Keeps the records of a newer build, even if an edit removes them. */
function keepNewerBuilds(
  before: readonly PurchaseRecord[],
  after: readonly PurchaseRecord[],
): readonly PurchaseRecord[] {
  const missing = before.filter(
    ({ id, step }) => step === 'unknown' && !after.some((record) => record.id === id),
  );
  return missing.length ? [...missing, ...after] : after;
}

/** Removes settled records that are no longer needed. */
function removeOldSettled(
  records: readonly PurchaseRecord[],
  now: number,
): readonly PurchaseRecord[] {
  const marked = records.map((record) => markOverdue(record, now));
  const isNeeded = (record: PurchaseRecord): boolean => isUnsettled(record) || isReturning(record);
  const settled = marked
    .filter((record) => !isNeeded(record) && !isOver(record, now))
    // One that has just been settled may have begun long ago.
    .sort((one, other) => one.changedAt - other.changedAt)
    .slice(-maxSettled);
  return marked.filter((record) => isNeeded(record) || settled.includes(record));
}

/** Whether the next write removes or marks settled records, because their time is over. */
export function isOutdated(records: readonly PurchaseRecord[], now: number): boolean {
  const kept = removeOldSettled(records, now);
  return records.some((record, index) => record !== kept[index]);
}

/**
 * Marks a purchase whose time is over, if the viewer may still pay it at the provider: the clock
 * may just have been set forward.
 */
function markOverdue(record: PurchaseRecord, now: number): PurchaseRecord {
  const { providerOpenedAt, overdueSince } = record;
  if (isKept(record, now)) {
    return overdueSince === undefined ? record : { ...record, overdueSince: undefined };
  }
  const isMarked = !!providerOpenedAt && isGivenUp(record) && overdueSince === undefined;
  return isMarked ? { ...record, overdueSince: now } : record;
}

/** Whether a settled record is removed. One that is marked stays for another day. */
const isOver = (record: PurchaseRecord, now: number): boolean => {
  const { overdueSince } = record;
  const isWaiting = overdueSince !== undefined && Math.abs(now - overdueSince) < dayMs;
  return !isKept(record, now) && !isWaiting;
};

/** The journal with other records. What is no purchase record is kept. */
function journalWith(
  stored: JournalRecord | undefined,
  records: readonly PurchaseRecord[],
): JournalRecord {
  return {
    ...(stored && !Array.isArray(stored.entries) ? { unreadable: stored } : stored),
    entries: [
      ...storedRecords(stored).filter((record) => !isStoredRecord(record)),
      ...records.map(toStored),
    ],
  };
}

/** The error of a journal that cannot be read or written. */
export const journalUnavailable = (missing: 'read' | 'written', cause?: unknown): UsherError =>
  new UsherError('journal-unavailable', `The journal of purchases cannot be ${missing}`, {
    cause,
    retryable: true,
  });

export function createJournal(
  durable: Durable<JournalRecord>,
  now: () => number,
  onRecords: OnRecords,
): Journal {
  return {
    async read() {
      const records = await durable.read().then(
        (stored) => storedRecords(stored).filter(isStoredRecord).map(fromStored),
        () => undefined,
      );
      if (records) onRecords(records, 'read');
      return records;
    },
    async change(edit) {
      let after: readonly PurchaseRecord[] = [];
      let isChanged = false;
      let thrown: unknown;
      const write = (stored: JournalRecord | undefined): JournalRecord | undefined => {
        const before = storedRecords(stored).filter(isStoredRecord).map(fromStored);
        try {
          after = edit(before);
        } catch (error) {
          thrown = error;
          return stored;
        }
        isChanged = after !== before;
        if (!isChanged) return stored;
        after = reviveLateReturns(removeOldSettled(keepNewerBuilds(before, after), now()), now());
        return journalWith(stored, after);
      };
      await durable.update(write).catch((error: unknown) => {
        throw journalUnavailable('written', error);
      });
      if (thrown) throw thrown as Error;
      onRecords(after, isChanged ? 'changed' : 'read');
      return after;
    },
  };
}
