import { changeDurable } from '../../browser/change-durable.ts';
import type { Database } from '../../browser/database.ts';
import { maxReturns, type RawReturn } from './raw-return.ts';

/**
 * Writes a return into a record of the journal's store. Resolves when it is durable: it survives a
 * killed browser from then on. Rejects when it is not written, also when the record is full.
 */
export async function writeReturn(database: Database, name: string, raw: RawReturn): Promise<void> {
  let isIn = false;
  await changeDurable(database, name, (record, store) => {
    const before = readReturnRecord(record);
    isIn = before.some(({ text }) => text === raw.text);
    if (isIn || before.length >= maxReturns) return;
    store.put([...before, raw], name);
    isIn = true;
  });
  if (!isIn) throw new Error('The inbox is full');
}

/** The returns of a stored record. What is no return is left out. */
export const readReturnRecord = (record: unknown): readonly RawReturn[] =>
  Array.isArray(record)
    ? record.filter(
        (each: Partial<RawReturn> | null) =>
          typeof each?.text === 'string' && typeof each.receivedAt === 'number',
      )
    : [];
