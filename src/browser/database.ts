import type { UseStore } from 'idb-keyval';

/**
 * A durable place: one object store of records by name, as idb-keyval takes it. Rejects where the
 * browser has none, or refuses.
 */
export type Database = UseStore;

/** Sessions and devices, or purchases. */
export type StoreName = 'kept' | 'journal';

/**
 * Every use opens a connection and closes it, so that none blocks an upgrade in another tab or the
 * back/forward cache. Who only reads makes nothing on the device: where there is no database, that
 * rejects. A strict store has said to be written what outlives a killed browser.
 */
export const openStore =
  (name: StoreName, durability: IDBTransactionDurability): Database =>
  (mode, callback) =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open('usher');
      request.onupgradeneeded = () => {
        if (mode === 'readonly') {
          reject(Object.assign(new Error('Nothing was kept yet'), { name: 'NotFoundError' }));
          request.transaction!.abort();
        } else {
          for (const each of ['kept', 'journal'] satisfies StoreName[]) {
            request.result.createObjectStore(each);
          }
        }
      };
      request.onerror = () => reject(request.error!);
      request.onsuccess = () => {
        const connection = request.result;
        try {
          resolve(callback(connection.transaction(name, mode, { durability }).objectStore(name)));
        } catch (error) {
          reject(error as Error); // the connection is closing
        }
        connection.close(); // once the transaction is through
      };
    });
