import { del, get, update } from 'idb-keyval';
import type { Browser } from './browser.ts';
import type { Database } from './database.ts';
import { TimeoutError } from '../errors/timeout-error.ts';

/** Records that outlive a killed browser, changed by compare-and-set: no two tabs change one at the same time. */
export interface Durable<Record> {
  /** `undefined` when there is none. Rejects where it cannot be read, or not within 2 s. */
  readonly read: () => Promise<Record | undefined>;
  /** Changes a record; `undefined` when there is none. Rejects where it cannot be changed, or not within 2 s: then it is not changed later. */
  readonly update: (change: (record: Record | undefined) => Record | undefined) => Promise<void>;
  readonly remove: () => Promise<void>;
}

const patienceMs = 2000;
/** A database that has not answered is not asked again for so long. */
const restMs = 60_000;

/** A connection that was closing is opened once more. */
const steady = (database: Database): Database => (mode, callback) =>
  database(mode, callback).catch((error: Error) => {
    if (error.name === 'InvalidStateError') return database(mode, callback);
    throw error;
  });

export function createDurable<Record>({ database: given, clock }: Pick<Browser, 'database' | 'clock'>, name: string): Durable<Record> {
  const database = steady(given);
  let restUntil = 0;
  const within = <T>(use: (isLate: () => boolean) => Promise<T>): Promise<T> => new Promise((resolve, reject) => {
    let late = clock.monotonic() < restUntil;
    const fail = (): void => {
      late = true;
      restUntil = Math.max(restUntil, clock.monotonic() + restMs);
      reject(new TimeoutError(patienceMs));
    };
    if (late) return reject(new TimeoutError(0));
    const cancel = clock.after(patienceMs, fail);
    use(() => late).then(resolve, reject).finally(cancel);
  });
  return {
    read: () => within(() => get<Record>(name, database)),
    // The transaction may still run when nobody waits for it any more.
    update: (change) => within((isLate) => update<Record | undefined>(name, (record) => (isLate() ? record : change(record)), database)),
    remove: () => within(() => del(name, database)),
  };
}
