import { del, get, update } from 'idb-keyval';
import type { Browser } from './browser.ts';
import { openStore } from './database.ts';
import type { Database, StoreName } from './database.ts';
import { UsherError } from '../errors/usher-error.ts';

/**
 * Records that outlive a killed browser, changed by compare-and-set: no two tabs change one at the
 * same time.
 */
export interface Durable<Record> {
  /** `undefined` when there is none. Rejects where it cannot be read, or not within 2 s. */
  readonly read: () => Promise<Record | undefined>;
  /**
   * Changes a record; `undefined` when there is none. Rejects where it cannot be changed, or not
   * within 2 s: then it is not changed later.
   */
  readonly update: (change: (record: Record | undefined) => Record | undefined) => Promise<void>;
  readonly remove: () => Promise<void>;
}

const timeoutMs = 2000;
/** A database that has not answered is not asked again for so long. */
const restMs = 60_000;

const noAnswer = (): UsherError => new UsherError('timeout', 'The database does not answer');

/** What met a connection that was closing, or was aborted by the browser, is tried once more. */
const steady =
  (database: Database): Database =>
  (mode, callback) =>
    database(mode, callback).catch((error: Error) => {
      if (/InvalidState|Abort/.test(error.name)) return database(mode, callback);
      throw error;
    });

export function createDurable<Record>(
  { kept, journal, clock }: Pick<Browser, StoreName | 'clock'>,
  name: string,
  store: StoreName = 'kept',
): Durable<Record> {
  const database = steady(
    { kept, journal }[store] ?? openStore(store, store === 'kept' ? 'default' : 'strict'),
  );
  let restUntil = 0;
  const within = <T>(use: (isLate: () => boolean) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      let late = clock.monotonic() < restUntil;
      const fail = (): void => {
        late = true;
        restUntil = Math.max(restUntil, clock.monotonic() + restMs);
        reject(noAnswer());
      };
      if (late) return reject(noAnswer());
      const cancel = clock.after(timeoutMs, fail);
      use(() => late)
        .then(resolve, reject)
        .finally(cancel);
    });
  return {
    read: () =>
      within(() => get<Record>(name, database)).catch((error: Error) => {
        if (error.name !== 'NotFoundError') throw error;
        return undefined; // nothing was kept yet
      }),
    // The transaction may still run after the wait for it has ended.
    update: (change) =>
      within((isLate) =>
        update<Record | undefined>(
          name,
          (record) => (isLate() ? record : change(record)),
          database,
        ),
      ),
    remove: () => within(() => del(name, database)),
  };
}
