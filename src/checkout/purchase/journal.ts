import type { Durable } from '../../browser/durable.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { isKept, isOpen, isReturning, isStep } from './purchase-record.ts';
import type { PurchaseRecord } from './purchase-record.ts';
import { reviveLateReturns } from './purchase.ts';

/** The durable record of all purchases of this base URL and domain on this device. */
export interface JournalRecord {
  /** Entries that are no purchase records are kept unchanged, and ignored. */
  readonly entries: readonly unknown[];
  /** A record that could not be read. It is kept here, not lost. */
  readonly unreadable?: unknown;
}

/** Changes the entries. Returns the same list when there is no change. */
export type ChangeEntries = (entries: readonly PurchaseRecord[]) => readonly PurchaseRecord[];

/** The journal. A confirmed write survives a killed browser. */
export interface Journal {
  /**
   * Reads and changes the entries in one step: edits of several tabs never overlap.
   * @throws {UsherError} `journal-unavailable`: nothing is written, now or later.
   */
  readonly change: (edit: ChangeEntries) => Promise<readonly PurchaseRecord[]>;
  /** The present entries. `undefined` when the journal cannot be read. */
  readonly read: () => Promise<readonly PurchaseRecord[] | undefined>;
}

/** The largest number of settled purchases that are kept. */
const maxSettled = 100;

/** An entry as it is stored. Its step may be a step of a newer build. */
type StoredEntry = Omit<PurchaseRecord, 'step' | 'newerStep'> & { readonly step: string };

const isEntry = (value: unknown): value is StoredEntry => {
  const { id, step, owner, values } = Object(value) as Partial<StoredEntry>;
  return (
    typeof id === 'string' &&
    typeof owner === 'string' &&
    Object(values) === values &&
    typeof step === 'string' &&
    step !== ''
  );
};

const storedEntries = (record: JournalRecord | undefined): readonly unknown[] =>
  Array.isArray(record?.entries) ? record.entries : [];

const readEntry = ({
  step,
  newerStep: _,
  ...rest
}: StoredEntry & Pick<PurchaseRecord, 'newerStep'>): PurchaseRecord => ({
  ...rest,
  ...(isStep(step) ? { step } : { step: 'unknown', newerStep: step }),
});

/** An entry whose step this build does not have keeps it. */
function writeEntry({ newerStep, ...entry }: PurchaseRecord): StoredEntry {
  return newerStep === undefined ? entry : { ...entry, step: newerStep };
}

/** Keeps the entries of a newer build, even if an edit removes them. */
function keepNewerBuilds(
  before: readonly PurchaseRecord[],
  after: readonly PurchaseRecord[],
): readonly PurchaseRecord[] {
  const missing = before.filter(
    ({ id, step }) => step === 'unknown' && !after.some((entry) => entry.id === id),
  );
  return missing.length ? [...missing, ...after] : after;
}

/** Removes settled entries that are no longer needed. */
function removeOldSettled(
  entries: readonly PurchaseRecord[],
  now: number,
): readonly PurchaseRecord[] {
  const isNeeded = (entry: PurchaseRecord): boolean => isOpen(entry) || isReturning(entry);
  const settled = entries
    .filter((entry) => !isNeeded(entry) && isKept(entry, now))
    .slice(-maxSettled);
  return entries.filter((entry) => isNeeded(entry) || settled.includes(entry));
}

/** The record with other entries. What is no purchase record is kept. */
function recordWith(
  record: JournalRecord | undefined,
  entries: readonly PurchaseRecord[],
): JournalRecord {
  return {
    ...(record && !Array.isArray(record.entries) ? { unreadable: record } : record),
    entries: [
      ...storedEntries(record).filter((entry) => !isEntry(entry)),
      ...entries.map(writeEntry),
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
  onChange: (entries: readonly PurchaseRecord[], isNew: boolean) => void,
): Journal {
  return {
    async read() {
      const entries = await durable.read().then(
        (record) => storedEntries(record).filter(isEntry).map(readEntry),
        () => undefined,
      );
      if (entries) onChange(entries, false);
      return entries;
    },
    async change(edit) {
      let after: readonly PurchaseRecord[] = [];
      let isChanged = false;
      let thrown: unknown;
      const write = (record: JournalRecord | undefined): JournalRecord | undefined => {
        const before = storedEntries(record).filter(isEntry).map(readEntry);
        try {
          after = edit(before);
        } catch (error) {
          thrown = error;
          return record;
        }
        isChanged = after !== before;
        if (!isChanged) return record;
        after = reviveLateReturns(removeOldSettled(keepNewerBuilds(before, after), now()), now());
        return recordWith(record, after);
      };
      await durable.update(write).catch((error: unknown) => {
        throw journalUnavailable('written', error);
      });
      if (thrown) throw thrown as Error;
      onChange(after, isChanged);
      return after;
    },
  };
}
