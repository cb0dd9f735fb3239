import type { Database } from './database.ts';

/**
 * Reads a record, and changes the store in the same transaction. Resolves when that is complete.
 * Rejects when nothing is changed.
 */
export const changeDurable = (
  database: Database,
  name: string,
  change: (record: unknown, store: IDBObjectStore) => void,
): Promise<void> =>
  database(
    'readwrite',
    (store) =>
      new Promise((resolve, reject) => {
        const { transaction } = store;
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error!);
        const reading = store.get(name);
        reading.onsuccess = () => change(reading.result, store);
      }),
  );
