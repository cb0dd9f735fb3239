import { patchOf, type Patch } from './page-patches.ts';

/** IndexedDB never answers an open. */
export const openNeverAnswers: Patch = `(${silence.toString()})().now()`;

/** The same, after the page has called `stopAnswering()`. */
export const openStopsAnswering: Patch = `window.stopAnswering = (${silence.toString()})().now`;

function silence(): { readonly now: () => void } {
  const silent = (): { value: unknown; writable: boolean } => ({ value: null, writable: true });
  return {
    now() {
      IDBFactory.prototype.open = () =>
        Object.create(IDBOpenDBRequest.prototype, {
          onsuccess: silent(),
          onerror: silent(),
          onblocked: silent(),
          onupgradeneeded: silent(),
          addEventListener: { value: () => {} },
          removeEventListener: { value: () => {} },
        }) as IDBOpenDBRequest;
    },
  };
}

/**
 * IndexedDB takes this number of ms of the machine's time to open, as in a browser that has just
 * started.
 */
export const openTakes = (ms: number): Patch =>
  patchOf((delayMs: number) => {
    const realTimeout = window.setTimeout.bind(window);
    const { set } = Object.getOwnPropertyDescriptor(IDBRequest.prototype, 'onsuccess')!;
    Object.defineProperty(IDBOpenDBRequest.prototype, 'onsuccess', {
      set(this: IDBOpenDBRequest, heard: (event: Event) => void) {
        set!.call(this, (event: Event) => void realTimeout(() => heard.call(this, event), delayMs));
      },
    });
  }, ms);

/**
 * The first transaction gets a connection that is closing, as after a browser has cleared or shut
 * down its storage.
 */
export const firstConnectionIsClosing: Patch = patchOf(() => {
  const { transaction } = IDBDatabase.prototype;
  let first = true;
  IDBDatabase.prototype.transaction = function (...given) {
    if (!first) return transaction.apply(this, given);
    first = false;
    this.close();
    return transaction.apply(this, given); // the browser's own error
  };
  Object.assign(window, { faultHappened: () => !first });
});

/** The first read of the database is aborted: its request fails with the browser's own error. */
export const firstReadRejects: Patch = patchOf(() => {
  let first = true;
  for (const name of ['get', 'getAll', 'openCursor'] as const) {
    const real = IDBObjectStore.prototype[name] as (...given: unknown[]) => IDBRequest;
    IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...given: unknown[]) {
      const request = real.apply(this, given);
      if (first) this.transaction.abort();
      first = false;
      return request;
    } as never;
  }
  Object.assign(window, { faultHappened: () => !first });
});

/**
 * On the first page that writes this text into a record, its writes are refused for lack of space:
 * the transaction is aborted, as the browser does it.
 */
export const firstJournalWriteFails = (text: string): Patch =>
  patchOf((words) => {
    let isFull = false;
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value: unknown, ...key) {
      const request = put.call(this, value, ...key);
      if (JSON.stringify(value).includes(words) && (isFull || !sessionStorage.getItem('refused'))) {
        isFull = true;
        sessionStorage.setItem('refused', '1');
        this.transaction.abort();
      }
      return request;
    };
  }, text);
