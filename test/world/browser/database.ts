import { between, type Chance } from '../chance.ts';
import type { Owner, VirtualTime } from '../time.ts';
import {
  createTransactions,
  failure,
  type Asked,
  type DatabaseMood,
  type DatabaseState,
  type Records,
  type Transaction,
} from './transactions.ts';

/** The stores of the database, each with its records by key. */
export type Stores = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** The IndexedDB of a device, with one database. */
export interface DeviceDatabase {
  /** The `indexedDB` of a page. */
  readonly open: (owner: Owner) => object;
  readonly behave: (mood: DatabaseMood) => void;
  /** What is committed now. */
  readonly stores: () => Stores;
  /** Deletes the database under the pages, as a viewer does who clears the site's data. */
  readonly deleteAll: () => void;
  /**
   * The browser was killed. Committed transactions are in the operating system's hands and survive.
   * With `powerLostMs` the machine lost power: relaxed transactions of that time before are lost,
   * unless a strict one came after them.
   */
  readonly kill: (powerLostMs?: number) => void;
  /** A page with a transaction under way is not frozen. */
  readonly isBusy: (owner: Owner) => boolean;
}

/** `onCommit` is called after each transaction that has written. */
export function createDeviceDatabase(
  time: VirtualTime,
  chance: Chance,
  onCommit: () => void,
): DeviceDatabase {
  const state: DatabaseState = { stores: undefined, mood: 'ok' };
  const transactions = createTransactions(time, chance, state, onCommit);
  const held: { readonly owner: Owner; readonly open: () => void }[] = [];

  const connect = (owner: Owner): object => {
    let isClosing = false;
    return {
      close() {
        isClosing = true;
      },
      transaction(given: string | string[], mode: string, options?: { durability?: string }) {
        if (isClosing) throw failure('InvalidStateError');
        const names = [given].flat();
        const { stores } = state;
        if (!stores || names.some((name) => !stores.has(name))) throw failure('NotFoundError');
        const handlers: Transaction['handlers'] = {};
        const transaction: Transaction = {
          owner,
          names,
          writes: mode === 'readwrite',
          isStrict: options?.durability === 'strict',
          line: [],
          handlers,
          isOver: false,
        };
        transactions.add(transaction);
        return Object.assign(handlers, {
          objectStore: (name: string) => transactions.objectStore(transaction, handlers, name),
          abort: () => transactions.abort(transaction),
          commit: () => {},
          addEventListener: (type: 'complete' | 'abort' | 'error', run: () => void) => {
            handlers[`on${type}`] = run;
          },
        });
      },
    };
  };

  /** A database that does not exist is created, unless the page aborts that. */
  const create = (owner: Owner, request: Asked): void => {
    const made = new Map<string, Records>();
    let isAborted = false;
    request.result = {
      createObjectStore: (name: string) => void made.set(name, new Map()),
      close: () => {},
    };
    request.transaction = {
      abort() {
        isAborted = true;
      },
    };
    request.onupgradeneeded?.({ target: request, oldVersion: 0 });
    if (isAborted) {
      request.error = failure('AbortError');
      return request.onerror?.({ target: request });
    }
    state.stores ??= made;
    request.result = connect(owner);
    request.onsuccess?.({ target: request });
  };

  const openFor = (owner: Owner, request: Asked): void => {
    if (owner.isGone()) return;
    if (state.mood === 'hangs') {
      return void held.push({ owner, open: () => openFor(owner, request) });
    }
    if (state.mood === 'rejects') {
      request.error = failure('UnknownError');
      return request.onerror?.({ target: request });
    }
    if (!state.stores) return create(owner, request);
    request.result = connect(owner);
    request.onsuccess?.({ target: request });
  };

  return {
    open: (owner) => ({
      open() {
        const request: Asked = {};
        time.schedule(between(chance, 0.2, 8), () => openFor(owner, request), owner);
        return request;
      },
    }),
    behave(next) {
      state.mood = next;
      if (next === 'hangs') return;
      for (const { owner, open } of held.splice(0)) {
        time.schedule(between(chance, 0.1, 2), open, owner.browser);
      }
    },
    stores: () => state.stores ?? new Map(),
    deleteAll() {
      state.stores = undefined;
      transactions.abortAll();
    },
    kill(powerLostMs = 0) {
      held.length = 0;
      transactions.kill(powerLostMs);
    },
    isBusy: transactions.isBusy,
  };
}
