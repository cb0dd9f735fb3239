import type { Durable } from '../../browser/durable.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { isKept, isOpen, isStep } from './purchase-record.ts';
import type { PurchaseRecord } from './purchase-record.ts';
import { reviveInTurn } from './purchase.ts';

/** The durable record of all purchases of this base URL and domain on this device. */
export interface JournalRecord {
  /** What is no entry is kept as it stands, but not understood. */
  readonly entries: readonly unknown[];
  /** A record that could not be read. It is set aside, not lost. */
  readonly aside?: unknown;
}

/** Changes the entries; gives back the same list when nothing is to be changed. */
export type Edit = (entries: readonly PurchaseRecord[]) => readonly PurchaseRecord[];

/** The journal: what it has said to be written outlives a killed browser. */
export interface Journal {
  /**
   * Reads the entries and changes them in one step, before or after those of any other tab.
   * @throws {UsherError} `journal-unavailable`: then nothing was, or will be, written.
   */
  readonly change: (edit: Edit) => Promise<readonly PurchaseRecord[]>;
  /** What stands there now; `undefined` where it cannot be read. */
  readonly read: () => Promise<readonly PurchaseRecord[] | undefined>;
}

/** The most settled purchases that are remembered. */
const mostSettled = 100;

/** An entry as it is written: its step may be one that only a newer build knows. */
type WrittenEntry = Omit<PurchaseRecord, 'step' | 'newerStep'> & { readonly step: string };

const isEntry = (value: unknown): value is WrittenEntry => {
  const { id, step, owner, values } = Object(value) as Partial<WrittenEntry>;
  return (
    typeof id === 'string' &&
    typeof owner === 'string' &&
    Object(values) === values &&
    typeof step === 'string' &&
    step !== ''
  );
};

const writtenIn = (record: JournalRecord | undefined): readonly unknown[] =>
  Array.isArray(record?.entries) ? record.entries : [];

const readEntry = ({
  step,
  newerStep: _,
  ...rest
}: WrittenEntry & Pick<PurchaseRecord, 'newerStep'>): PurchaseRecord => ({
  ...rest,
  ...(isStep(step) ? { step } : { step: 'unknown', newerStep: step }),
});

/** What a newer build wrote keeps its step. */
function writeEntry({ newerStep, ...entry }: PurchaseRecord): WrittenEntry {
  return newerStep === undefined ? entry : { ...entry, step: newerStep };
}

/** What a newer build wrote stays, also where an edit has left it out. */
function withNewer(
  before: readonly PurchaseRecord[],
  after: readonly PurchaseRecord[],
): readonly PurchaseRecord[] {
  const missing = before.filter(
    ({ id, step }) => step === 'unknown' && !after.some((entry) => entry.id === id),
  );
  return missing.length ? [...missing, ...after] : after;
}

/** Without what is no longer needed. */
function tidy(entries: readonly PurchaseRecord[], now: number): readonly PurchaseRecord[] {
  const settled = entries
    .filter((entry) => !isOpen(entry) && isKept(entry, now))
    .slice(-mostSettled);
  return entries.filter((entry) => isOpen(entry) || settled.includes(entry));
}

/** The record with other entries. What cannot be read in it stays. */
function recordWith(
  record: JournalRecord | undefined,
  entries: readonly PurchaseRecord[],
): JournalRecord {
  return {
    ...(record && !Array.isArray(record.entries) ? { aside: record } : record),
    entries: [...writtenIn(record).filter((entry) => !isEntry(entry)), ...entries.map(writeEntry)],
  };
}

function refuse(error: Error): never {
  const message = 'The journal of purchases cannot be written';
  throw new UsherError('journal-unavailable', message, { cause: error, retryable: true });
}

export function createJournal(
  durable: Durable<JournalRecord>,
  now: () => number,
  onChange: (entries: readonly PurchaseRecord[], isNew: boolean) => void,
): Journal {
  return {
    async read() {
      const entries = await durable.read().then(
        (record) => writtenIn(record).filter(isEntry).map(readEntry),
        () => undefined,
      );
      if (entries) onChange(entries, false);
      return entries;
    },
    async change(edit) {
      let after: readonly PurchaseRecord[] = [];
      let isNew = false;
      let thrown: unknown;
      const write = (record: JournalRecord | undefined): JournalRecord | undefined => {
        const before = writtenIn(record).filter(isEntry).map(readEntry);
        try {
          after = edit(before);
        } catch (error) {
          thrown = error;
          return record;
        }
        isNew = after !== before;
        if (!isNew) return record;
        after = reviveInTurn(tidy(withNewer(before, after), now()), now());
        return recordWith(record, after);
      };
      await durable.update(write).catch(refuse);
      if (thrown) throw thrown as Error;
      onChange(after, isNew);
      return after;
    },
  };
}
