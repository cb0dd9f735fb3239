import type { Clock } from '../../browser/clock.ts';
import type { Journal } from './journal.ts';
import type { LeaseTracker } from './lease-tracker.ts';
import type { PurchaseRecord } from './purchase-record.ts';
import { advance } from './purchase.ts';
import type { PurchaseEvent } from './purchase.ts';

/** The purchases of all viewers, as this page last read them from the journal. */
export interface PurchaseStore extends Journal {
  readonly all: () => readonly PurchaseRecord[];
  readonly find: (id: string) => PurchaseRecord | undefined;
  /**
   * Writes an event of a purchase. Returns the purchase after it, or `undefined` when the journal
   * no longer has it.
   * @throws {UsherError} `journal-unavailable`.
   */
  readonly record: (id: string, event: PurchaseEvent) => Promise<PurchaseRecord | undefined>;
}

/** Runs after each reading of the journal. `isChanged`: this page has just changed it. */
type OnChange = (entries: readonly PurchaseRecord[], isChanged: boolean) => void;

export function createPurchaseStore(
  openJournal: (onChange: OnChange) => Journal,
  { isTaken }: Pick<LeaseTracker, 'isTaken'>,
  { now }: Pick<Clock, 'now'>,
  onChange: (before: readonly PurchaseRecord[], isChanged: boolean) => void,
): PurchaseStore {
  let all: readonly PurchaseRecord[] = [];
  const { read, change } = openJournal((entries, isChanged) => {
    const before = all;
    all = entries;
    onChange(before, isChanged);
  });
  const find = (id: string): PurchaseRecord | undefined => all.find((entry) => entry.id === id);
  return {
    all: () => all,
    find,
    read,
    change,
    async record(id, event) {
      // A tab whose lease has ended must not release the next lease when its request gets no
      // answer.
      const isOver = (entry: PurchaseRecord): boolean =>
        event.type === 'unanswered' && isTaken(entry);
      const entries = await change((before) =>
        replace(before, id, (entry) => (isOver(entry) ? entry : advance(entry, event, now()))),
      );
      return entries.find((entry) => entry.id === id);
    },
  };
}

/** Changes one entry of a list. Returns the same list when the entry is unchanged. */
export function replace(
  entries: readonly PurchaseRecord[],
  id: string,
  change: (entry: PurchaseRecord) => PurchaseRecord,
): readonly PurchaseRecord[] {
  const after = entries.map((entry) => (entry.id === id ? change(entry) : entry));
  return after.some((entry, index) => entry !== entries[index]) ? after : entries;
}
