import type { Browser } from '../../browser/browser.ts';
import { parseRecord, type SessionRecord } from './saved-session.ts';

/**
 * How long an opening waits for the durable copy, in ms. It is read in parallel with the request.
 */
const openingMs = 100;

/** Reads the record in IndexedDB, for a page whose mirror is empty. */
export function findDurable(
  { readRecord, clock }: Browser,
  key: string,
  timeoutMs: number = openingMs,
): Promise<SessionRecord | undefined> {
  return new Promise((resolve) => {
    const found = (record?: unknown): void => {
      cancel();
      resolve(parseRecord(record));
    };
    const cancel = clock.after(timeoutMs, found);
    readRecord(key).then(found, () => found());
  });
}
