import type { Durable } from '../browser/durable.ts';
import { UsherError } from '../errors/usher-error.ts';
import { isKept, isOpen } from './entry.ts';
import type { Entry } from './entry.ts';
import { reviveInTurn } from './purchase.ts';

/** The durable record of all purchases of this base URL and domain on this device. */
export interface JournalRecord {
  /** What a newer build wrote is kept as it stands, but not understood. */
  readonly entries: readonly unknown[];
  /** A record that nobody could read: set aside, not lost. */
  readonly aside?: unknown;
}

/** Changes the entries; gives back the same list when nothing is to be changed. */
export type Edit = (entries: readonly Entry[]) => readonly Entry[];

/** The journal: what it has said to be written outlives a killed browser. */
export interface Journal {
  /**
   * Reads the entries and changes them in one step, before or after those of any other tab.
   * @throws {UsherError} `journal-unavailable`: then nothing was, or will be, written.
   */
  readonly change: (edit: Edit) => Promise<readonly Entry[]>;
  /** What stands there now; `undefined` where it cannot be read. */
  readonly read: () => Promise<readonly Entry[] | undefined>;
}

/** The most settled purchases that are remembered. */
const mostSettled = 100;

const isEntry = (value: unknown): value is Entry => {
  const { id, step, owner, values } = Object(value) as Partial<Entry>;
  return typeof id === 'string' && typeof owner === 'string' && Object(values) === values && /^(preparing|awaiting-provider|finishing|pending|verifying|granted|failed|abandoned)$/.test(step!);
};

const entriesOf = (record: JournalRecord | undefined): readonly unknown[] => (Array.isArray(record?.entries) ? record.entries : []);

/** Without what nobody will ask for any more. */
function tidy(entries: readonly Entry[], now: number): readonly Entry[] {
  const settled = entries.filter((entry) => !isOpen(entry) && isKept(entry, now)).slice(-mostSettled);
  return entries.filter((entry) => isOpen(entry) || settled.includes(entry));
}

export function createJournal(durable: Durable<JournalRecord>, now: () => number, onChange: (entries: readonly Entry[], isNew: boolean) => void): Journal {
  return {
    async read() {
      const entries = await durable.read().then((record) => entriesOf(record).filter(isEntry), () => undefined);
      if (entries) onChange(entries, false);
      return entries;
    },
    async change(edit) {
      let after: readonly Entry[] = [];
      let isNew = false;
      let thrown: unknown;
      await durable.update((record) => {
        const all = entriesOf(record);
        const before = all.filter(isEntry);
        try {
          after = edit(before);
        } catch (error) {
          thrown = error;
          return record;
        }
        isNew = after !== before;
        if (!isNew) return record;
        after = reviveInTurn(tidy(after, now()), now());
        return {
          ...(record && !Array.isArray(record.entries) ? { aside: record } : record),
          entries: [...all.filter((entry) => !isEntry(entry)), ...after],
        };
      }).catch((error: Error) => {
        throw new UsherError('journal-unavailable', 'The journal of purchases cannot be written', { cause: error, retryable: true });
      });
      if (thrown) throw thrown as Error;
      onChange(after, isNew);
      return after;
    },
  };
}
