import type { UseStore } from 'idb-keyval';
import { between } from './chance.ts';
import type { Owner, VirtualTime } from './virtual-time.ts';

/**
 * How the database behaves: as it should, never opening, refusing to open, or refusing to write.
 */
export type DurableMood = 'ok' | 'hangs' | 'rejects' | 'full';

/**
 * The part of IndexedDB that the runtime uses: one object store, with a queue of transactions that
 * write.
 */
export interface DurableRecords {
  readonly use: (owner: Owner) => UseStore;
  readonly behave: (mood: DurableMood) => void;
  readonly get: (name: string) => unknown;
  readonly count: () => number;
  readonly clear: () => void;
  /** Whether a tab has a transaction under way. A browser does not freeze such a tab. */
  readonly isBusy: (owner: Owner) => boolean;
}

interface Asked {
  result?: unknown;
  error?: Error;
  transaction?: Transaction;
  onsuccess?: () => void;
  onerror?: () => void;
  oncomplete?: () => void;
  onabort?: () => void;
}

interface Transaction extends Asked {
  readonly owner: Owner;
  readonly writes: boolean;
  readonly line: {
    readonly asked: Asked;
    readonly act: (records: Map<string, unknown>) => unknown;
  }[];
  staged: Map<string, unknown> | undefined;
}

const failure = (name: string): Error => Object.assign(new Error(name), { name });

/** `onCommit` is called when a transaction that writes is complete. */
export function createDurableRecords(
  time: VirtualTime,
  chance: () => number,
  onCommit?: () => void,
): DurableRecords {
  let records = new Map<string, unknown>();
  let mood: DurableMood = 'ok';
  const held: (() => void)[] = [];
  const waiting: Transaction[] = [];
  const active = new Set<Transaction>();
  const soon = (run: () => void, longestMs = 2): void =>
    void time.schedule(between(chance, 0.1, longestMs), run);

  const begin = (): void => {
    while (waiting.length) {
      const next = waiting[0]!;
      if (active.size && (next.writes || [...active].some(({ writes }) => writes))) return;
      waiting.shift();
      active.add(next);
      next.staged = next.writes ? new Map(records) : records;
      soon(() => proceed(next));
    }
  };
  const end = (transaction: Transaction, isComplete: boolean): void => {
    active.delete(transaction);
    if (isComplete && transaction.writes) {
      records = transaction.staged!;
      onCommit?.();
    }
    if (!transaction.owner.isGone()) {
      (isComplete ? transaction.oncomplete : transaction.onabort)?.();
    }
    begin();
  };
  const proceed = (transaction: Transaction): void => {
    const next = transaction.line.shift();
    if (!next) return end(transaction, true); // all requests are done, and no new one came
    if (transaction.owner.isGone()) return end(transaction, false);
    if (
      mood === 'full' &&
      transaction.writes &&
      transaction.staged !== records &&
      next.act.name === 'put'
    ) {
      transaction.error = failure('QuotaExceededError');
      return end(transaction, false);
    }
    next.asked.result = next.act(transaction.staged!);
    next.asked.onsuccess?.();
    soon(() => proceed(transaction));
  };
  const storeOf = (transaction: Transaction): IDBObjectStore => {
    const ask = (act: (records: Map<string, unknown>) => unknown): Asked => {
      const asked: Asked = {};
      transaction.line.push({ asked, act });
      return asked;
    };
    return {
      transaction,
      get: (name: string) =>
        ask(function get(all) {
          return structuredClone(all.get(name));
        }),
      put(value: unknown, name: string) {
        const copy = structuredClone(value);
        return ask(function put(all) {
          all.set(name, copy);
        });
      },
      delete: (name: string) =>
        ask(function remove(all) {
          all.delete(name);
        }),
    } as unknown as IDBObjectStore;
  };
  const use =
    (owner: Owner): UseStore =>
    (mode, callback) =>
      new Promise((resolve, reject) => {
        const opened = (): void => {
          if (owner.isGone()) return;
          if (mood === 'hangs') return void held.push(opened);
          if (mood === 'rejects') return reject(failure('UnknownError'));
          const transaction: Transaction = {
            owner,
            writes: mode === 'readwrite',
            line: [],
            staged: undefined,
          };
          resolve(callback(storeOf(transaction)));
          waiting.push(transaction);
          begin();
        };
        time.schedule(between(chance, 0.2, 8), opened, owner);
      });
  return {
    use,
    behave(next) {
      mood = next;
      if (mood !== 'hangs') for (const open of held.splice(0)) soon(open);
    },
    get: (name) => records.get(name),
    count: () => records.size,
    clear: () => void (records = new Map()),
    isBusy: (owner) => [...active, ...waiting].some((transaction) => transaction.owner === owner),
  };
}
