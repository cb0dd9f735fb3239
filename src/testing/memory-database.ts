import type { Database } from '../browser/database.ts';

/** The part of a request of IndexedDB that the runtime uses. */
interface Settling {
  result?: unknown;
  onsuccess?: (this: Settling) => void;
  oncomplete?: () => void;
}

/** A database that lasts as long as the runtime. It settles in microtasks, and uses no timer. */
export function createMemoryDatabase(): Database {
  const records = new Map<IDBValidKey, unknown>();
  return async (_mode, callback) => callback(createStore(records));
}

function createStore(records: Map<IDBValidKey, unknown>): IDBObjectStore {
  const transaction: Settling = {};
  const complete = (): void => void Promise.resolve().then(() => transaction.oncomplete?.());
  const store = {
    transaction,
    get(name: IDBValidKey): Settling {
      const request: Settling = { result: records.get(name) };
      void Promise.resolve().then(() => request.onsuccess?.());
      return request;
    },
    put(value: unknown, name: IDBValidKey): void {
      records.set(name, value);
      complete();
    },
    delete(name: IDBValidKey): void {
      records.delete(name);
      complete();
    },
  };
  // The runtime reads and writes records by these members only.
  return store as unknown as IDBObjectStore;
}
