import type { Database } from './database.ts';

/** Reads a record by its name. It creates nothing on the device: it rejects without a database. */
export const readDurable = (database: Database, name: string): Promise<unknown> =>
  database(
    'readonly',
    (store) =>
      new Promise((resolve) => {
        const reading = store.get(name);
        reading.onsuccess = () => resolve(reading.result);
      }),
  );
