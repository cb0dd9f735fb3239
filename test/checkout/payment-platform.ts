import { answer, scriptPlatform, userResult } from '../session/scripted-platform.ts';
import type { ScriptedPlatform } from '../session/scripted-platform.ts';
import type { Usher } from '../../src/index.ts';

export const film = { item: 1369342, streamtype: 'video' } as const;
export const ppv = { operation: 'ppv', amount: 499, currency: 'EUR', provider: 'till' } as const;
export const transactionID = '9007199254740993001';

/** A payment answer; transaction IDs are numbers on the wire, longer than JavaScript's. */
export const transaction = (more: object): Response => {
  const text = JSON.stringify({
    metadata: { status: 200 },
    result: { general: { transactionID: 'TX', ...more } },
  });
  return new Response(text.replace('"TX"', transactionID));
};

export interface PaymentPlatform extends ScriptedPlatform {
  /** Whether the item may be watched from now on. */
  readonly open: (isOpen: boolean) => void;
}

/** A platform where ada is logged in, and that prepares and finishes whatever it is asked to. */
export function scriptPayments(): PaymentPlatform {
  const platform = scriptPlatform();
  let isOpen = false;
  platform.script('session/init', () => answer(userResult()));
  platform.script('payment/itemstate', () =>
    answer({
      general: {
        ...film,
        isPay: 1,
        canPlay: isOpen ? 1 : 0,
        reason: isOpen ? 'paid' : 'not-paid',
        offers: [],
      },
    }),
  );
  platform.script('payment/preparetransaction', () => transaction({ state: 'prepared' }));
  platform.script('payment/finishtransaction', () => {
    isOpen = true;
    return transaction({ state: 'finished', validUntil: 1900000000 });
  });
  return {
    ...platform,
    open: (now) => {
      isOpen = now;
    },
  };
}

/** The statuses that a runtime's purchases go through from now on. */
export function statusesOf(usher: Usher): string[] {
  const statuses: string[] = [];
  usher.on('purchase', ({ status }) => {
    if (statuses[statuses.length - 1] !== status) statuses.push(status);
  });
  return statuses;
}

const keyOf = (baseUrl: string): string => `usher:${baseUrl}|741`;

/** Does something with the store of journals; nothing where there is no database. */
async function withJournals<Value>(
  use: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const request = indexedDB.open('usher');
    request.onupgradeneeded = () => request.transaction!.abort();
    request.onerror = () => resolve(undefined);
    request.onsuccess = () => {
      const change = request.result.transaction('journal', 'readwrite');
      const asked = use(change.objectStore('journal'));
      change.oncomplete = () => resolve(asked.result);
      request.result.close();
    };
  });
}

/** What the journal of a platform holds. */
export async function entriesOf(baseUrl: string): Promise<any[]> {
  return (await recordOf(baseUrl))?.entries ?? [];
}

/** The record itself; `undefined` where nothing was ever written. */
export const recordOf = (baseUrl: string): Promise<{ readonly entries: any[] } | undefined> =>
  withJournals((store) => store.get(keyOf(baseUrl)));

export const writeJournal = (baseUrl: string, record: unknown): Promise<unknown> =>
  withJournals((store) => store.put(record, keyOf(baseUrl)));

export const eraseJournal = (baseUrl: string): Promise<unknown> =>
  withJournals((store) => store.delete(keyOf(baseUrl)));
