import type { UseStore } from 'idb-keyval';

/** The durable place: one object store of records by name, as idb-keyval takes it. Rejects where the browser has none, or refuses. */
export type Database = UseStore;

/** Every use opens a connection and closes it, so that none blocks an upgrade in another tab or the back/forward cache. */
export const database: Database = (mode, callback) => new Promise((resolve, reject) => {
  const request = indexedDB.open('usher');
  request.onupgradeneeded = () => void request.result.createObjectStore('kept');
  request.onerror = () => reject(request.error!);
  request.onsuccess = () => {
    const connection = request.result;
    try {
      resolve(callback(connection.transaction('kept', mode).objectStore('kept')));
    } catch (error) {
      reject(error as Error); // the connection is closing
    }
    connection.close(); // once the transaction is through
  };
});
