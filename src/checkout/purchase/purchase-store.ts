import type { Clock } from '../../browser/clock.ts';
import type { Journal, NewsReason, OnRecords } from './journal.ts';
import type { LeaseTracker } from './lease-tracker.ts';
import { advance } from './machine.ts';
import type { PurchaseEvent } from './purchase-event.ts';
import type { PurchaseRecord } from './purchase-record.ts';

/** The purchases of all viewers, as this page last read them from the journal. */
export interface PurchaseStore extends Journal {
  readonly all: () => readonly PurchaseRecord[];
  readonly find: (id: string) => PurchaseRecord | undefined;
  /**
   * Writes an event of a purchase. Returns the purchase after it, or `undefined` when the journal
   * no longer has it.
   * @throws {UsherError} `journal-unavailable`.
   */
  readonly apply: (id: string, event: PurchaseEvent) => Promise<PurchaseRecord | undefined>;
  /**
   * Writes that a request of a purchase has failed, or that the payment is not confirmed yet.
   * `sent`: the purchase with which it was sent. A page may be frozen while it waits for an answer:
   * if the purchase has gone on since, or if another page has its lease, nothing is written.
   * @throws {UsherError} `journal-unavailable`.
   */
  readonly applyFailure: (sent: PurchaseRecord, event: PurchaseEvent) => Promise<void>;
}

export function createPurchaseStore(
  openJournal: (onRecords: OnRecords) => Journal,
  { isTaken }: Pick<LeaseTracker, 'isTaken'>,
  { now }: Pick<Clock, 'now'>,
  onRecords: (before: readonly PurchaseRecord[], reason: NewsReason) => void,
): PurchaseStore {
  let all: readonly PurchaseRecord[] = [];
  const { read, change } = openJournal((records, reason) => {
    const before = all;
    all = records;
    onRecords(before, reason);
  });
  const find = (id: string): PurchaseRecord | undefined => all.find((record) => record.id === id);
  return {
    all: () => all,
    find,
    read,
    change,
    async apply(id, event) {
      const records = await change((before) =>
        changeRecord(before, id, (record) => advance(record, event, now())),
      );
      return records.find((record) => record.id === id);
    },
    async applyFailure({ id, step }, event) {
      await change((before) =>
        changeRecord(before, id, (record) =>
          record.step !== step || isTaken(record) ? record : advance(record, event, now()),
        ),
      );
    },
  };
}

/** Changes one record of a list. Returns the same list when the record is unchanged. */
export function changeRecord(
  records: readonly PurchaseRecord[],
  id: string,
  change: (record: PurchaseRecord) => PurchaseRecord,
): readonly PurchaseRecord[] {
  const after = records.map((record) => (record.id === id ? change(record) : record));
  return after.some((record, index) => record !== records[index]) ? after : records;
}
