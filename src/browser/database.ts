import type { UseStore } from 'idb-keyval';

/**
 * A durable store of records by name, in the form that idb-keyval uses. Rejects when the browser
 * has no database, or refuses access.
 */
export type Database = UseStore;

/** `sessions`: sessions, and lists read with them. `journal`: purchases. */
export type StoreName = 'sessions' | 'journal';

/**
 * Opens a store. Each use opens a connection and closes it, so that none blocks an upgrade in
 * another tab or the back/forward cache. A read creates nothing on the device: it rejects when
 * there is no database. Durability is strict: a reported write survives a killed browser and a loss
 * of power. There are few writes.
 */
export const openStore =
  (name: StoreName): Database =>
  (mode, callback) =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open('usher');
      request.onupgradeneeded = () => {
        if (mode === 'readonly') {
          reject(Object.assign(new Error('Nothing is stored yet'), { name: 'NotFoundError' }));
          request.transaction!.abort();
        } else {
          for (const each of ['sessions', 'journal'] satisfies StoreName[]) {
            request.result.createObjectStore(each);
          }
        }
      };
      request.onerror = () => reject(request.error!);
      request.onsuccess = () => {
        const connection = request.result;
        try {
          resolve(
            callback(
              connection.transaction(name, mode, { durability: 'strict' }).objectStore(name),
            ),
          );
        } catch (error) {
          reject(error as Error); // the connection is closing
        }
        connection.close(); // after the transaction is complete
      };
    });
