import { between, type Chance } from '../chance.ts';
import { tell, type Owner, type VirtualTime } from '../time.ts';

/**
 * How IndexedDB behaves: as it should, never opening, refusing to open, or refusing to write
 * because the disk is full.
 */
export type DatabaseMood = 'ok' | 'hangs' | 'rejects' | 'full';

/** A request to the database. */
export interface Asked {
  result?: unknown;
  error?: Error | null;
  transaction?: unknown;
  onsuccess?: ((event: object) => void) | null;
  onerror?: ((event: object) => void) | null;
  onupgradeneeded?: ((event: object) => void) | null;
  onblocked?: ((event: object) => void) | null;
}

/** The records of a store, by key. */
export type Records = Map<string, unknown>;

export interface Transaction {
  readonly owner: Owner;
  readonly names: readonly string[];
  readonly writes: boolean;
  readonly isStrict: boolean;
  readonly line: {
    readonly asked: Asked;
    readonly act: (staged: Map<string, Records>) => unknown;
  }[];
  readonly handlers: {
    error?: Error | null;
    oncomplete?: ((event: object) => void) | null;
    onabort?: ((event: object) => void) | null;
    onerror?: ((event: object) => void) | null;
  };
  staged?: Map<string, Records>;
  isOver: boolean;
}

interface Commit {
  readonly at: number;
  readonly isStrict: boolean;
  readonly before: Map<string, Records> | undefined;
}

/** What the transactions of all pages share. */
export interface DatabaseState {
  /** `undefined` while there is no database. */
  stores: Map<string, Records> | undefined;
  mood: DatabaseMood;
}

/** The transactions of all pages, in the order of IndexedDB. */
export interface Transactions {
  readonly add: (transaction: Transaction) => void;
  /** The store of a transaction, as a page sees it. */
  readonly objectStore: (transaction: Transaction, outer: object, name: string) => object;
  readonly abort: (transaction: Transaction) => void;
  /** Aborts all, because the database was deleted. */
  readonly abortAll: () => void;
  /** The browser was killed: nothing goes on. See `DeviceDatabase.kill`. */
  readonly kill: (powerLostMs: number) => void;
  readonly isBusy: (owner: Owner) => boolean;
}

export const failure = (name: string): Error => Object.assign(new Error(name), { name });
const copyOf = (all: Map<string, Records>): Map<string, Records> =>
  new Map([...all].map(([name, records]) => [name, new Map(records)]));

/** Commits that a loss of power may still undo. */
const maxCommits = 200;

/** `onCommit` is called after each transaction that has written. */
export function createTransactions(
  time: VirtualTime,
  chance: Chance,
  state: DatabaseState,
  onCommit: () => void,
): Transactions {
  const waiting: Transaction[] = [];
  const active = new Set<Transaction>();
  const commits: Commit[] = [];
  const soon = (run: () => void): void => void time.schedule(between(chance, 0.1, 2), run);
  const tellPage = (owner: Owner, run: () => void): void =>
    tell(time, owner, () => {
      if (!owner.isGone()) run();
    });

  const mayBegin = (next: Transaction): boolean =>
    ![...active].some(
      (other) =>
        (other.writes || next.writes) && other.names.some((name) => next.names.includes(name)),
    );
  const begin = (): void => {
    for (const next of Array.from(waiting)) {
      const isFirst = !waiting
        .slice(0, waiting.indexOf(next))
        .some((other) => other.names.some((name) => next.names.includes(name)));
      if (!isFirst || !mayBegin(next)) continue;
      waiting.splice(waiting.indexOf(next), 1);
      active.add(next);
      next.staged = next.writes ? copyOf(state.stores ?? new Map()) : (state.stores ?? new Map());
      soon(() => proceed(next));
    }
  };

  const end = (transaction: Transaction, error?: Error): void => {
    if (transaction.isOver) return;
    transaction.isOver = true;
    active.delete(transaction);
    // One that is aborted before it has begun never begins: it would hold its stores forever.
    if (waiting.includes(transaction)) waiting.splice(waiting.indexOf(transaction), 1);
    const { handlers, owner, writes, names, isStrict } = transaction;
    const { stores } = state;
    if (!error && writes && stores) {
      commits.push({ at: time.now(), isStrict, before: copyOf(stores) });
      if (commits.length > maxCommits) commits.shift();
      for (const name of names) stores.set(name, transaction.staged!.get(name)!);
      onCommit();
    }
    tellPage(owner, () => {
      handlers.error = error ?? null;
      if (error) handlers.onabort?.({ target: handlers });
      else handlers.oncomplete?.({ target: handlers });
    });
    begin();
  };

  /**
   * A page makes the next request of a transaction when it learns of the one before, so that a long
   * task of the page keeps the transaction open.
   */
  const proceed = (transaction: Transaction): void => {
    if (transaction.isOver) return;
    const { owner } = transaction;
    const next = transaction.line.shift();
    // Nothing of a page that is gone is committed unless all of its requests were made.
    if (!next) return end(transaction);
    if (owner.isGone()) return end(transaction, failure('AbortError'));
    if (!state.stores) return end(transaction, failure('AbortError'));
    if (state.mood === 'full' && transaction.writes && next.act.name === 'put') {
      next.asked.error = failure('QuotaExceededError');
      tellPage(owner, () => next.asked.onerror?.({ target: next.asked }));
      return end(transaction, next.asked.error);
    }
    next.asked.result = next.act(transaction.staged!);
    tell(time, owner, () => {
      if (transaction.isOver) return;
      if (owner.isGone()) return end(transaction, failure('AbortError'));
      next.asked.onsuccess?.({ target: next.asked });
      soon(() => proceed(transaction));
    });
  };

  const objectStore = (transaction: Transaction, outer: object, name: string): object => {
    const ask = (act: (records: Records) => unknown, kind: string): Asked => {
      if (transaction.isOver) throw failure('TransactionInactiveError');
      const named = {
        [kind]: (all: Map<string, Records>) => act(all.get(name)!),
      }[kind]!;
      const asked: Asked = { transaction: outer };
      transaction.line.push({ asked, act: named });
      return asked;
    };
    return {
      transaction: outer,
      get: (key: string) => ask((records) => structuredClone(records.get(key)), 'get'),
      getAllKeys: () => ask((records) => [...records.keys()], 'getAllKeys'),
      put(value: unknown, key: string) {
        const copy = structuredClone(value);
        return ask((records) => void records.set(key, copy), 'put');
      },
      delete: (key: string) => ask((records) => void records.delete(key), 'remove'),
      clear: () => ask((records) => records.clear(), 'remove'),
    };
  };

  return {
    add(transaction) {
      waiting.push(transaction);
      soon(begin);
    },
    objectStore,
    abort: (transaction) => end(transaction, failure('AbortError')),
    abortAll() {
      commits.length = 0;
      for (const transaction of [...active, ...waiting]) {
        transaction.line.length = 0;
        end(transaction, failure('AbortError'));
      }
      waiting.length = 0;
    },
    kill(powerLostMs) {
      for (const transaction of [...active, ...waiting]) transaction.isOver = true;
      active.clear();
      waiting.length = 0;
      const lastStrict = commits.map(({ isStrict }) => isStrict).lastIndexOf(true);
      const lost = commits.findIndex(
        ({ at }, index) => index > lastStrict && at > time.now() - powerLostMs,
      );
      if (powerLostMs && lost >= 0) state.stores = commits[lost]!.before;
      commits.length = 0;
    },
    isBusy: (owner) => [...active, ...waiting].some((transaction) => transaction.owner === owner),
  };
}
