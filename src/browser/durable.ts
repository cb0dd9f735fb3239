import { del, get, update } from 'idb-keyval';
import { UsherError } from '../errors/usher-error.ts';
import type { Browser } from './browser.ts';
import type { Clock } from './clock.ts';
import type { Database, StoreName } from './database.ts';

/**
 * A record that survives a killed browser. Changed by compare-and-set: two tabs never change it at
 * the same time.
 */
export interface Durable<Stored> {
  /** `undefined` without a record. Rejects when it cannot be read, or not within 2 s. */
  readonly read: () => Promise<Stored | undefined>;
  /**
   * Changes the record. `undefined` means no record. Rejects when it cannot be changed, or not
   * within 2 s. It is not changed later then.
   */
  readonly update: (change: (record: Stored | undefined) => Stored | undefined) => Promise<void>;
  readonly remove: () => Promise<void>;
}

const timeoutMs = 2000;
/** A timer that is later than this was held up by a long task of the page. */
const longTaskMs = 500;
/** How long a database that has not answered is left alone. */
const restMs = 60_000;

const noAnswer = (): UsherError => new UsherError('timeout', 'The database does not answer');

/** Repeats once when the connection was closing, or the browser aborted the transaction. */
const steady =
  (database: Database): Database =>
  (mode, callback) =>
    database(mode, callback).catch((error: Error) => {
      if (/InvalidState|Abort/.test(error.name)) return database(mode, callback);
      throw error;
    });

/**
 * Calls back when a database has not answered in time. After a long task of the page its answer may
 * be there, so it has its whole time again, once. The returned function cancels.
 */
function afterTimeout({ after, monotonic }: Clock, callback: () => void): () => void {
  const latestAt = monotonic() + timeoutMs + longTaskMs;
  let cancel = after(timeoutMs, () => {
    if (monotonic() > latestAt) cancel = after(timeoutMs, callback);
    else callback();
  });
  return () => cancel();
}

export function createDurable<Stored>(
  browser: Pick<Browser, StoreName | 'clock'>,
  name: string,
  store: StoreName = 'sessions',
): Durable<Stored> {
  const { clock } = browser;
  const database = steady(browser[store]);
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
      const cancel = afterTimeout(clock, fail);
      use(() => late)
        .then(resolve, reject)
        .finally(cancel);
    });
  return {
    read: () =>
      within(() => get<Stored>(name, database)).catch((error: Error) => {
        if (error.name !== 'NotFoundError') throw error;
        return undefined; // nothing is stored yet
      }),
    // The transaction may still run after the timeout.
    update: (change) =>
      within((isLate) =>
        update<Stored | undefined>(
          name,
          (record) => (isLate() ? record : change(record)),
          database,
        ),
      ),
    remove: () => within(() => del(name, database)),
  };
}
