import type { Browser } from '../browser/browser.ts';
import type { Kit } from './kit.ts';
import type { Saved } from './saved-session.ts';

/** How long an opening waits for the durable copy, in ms: it is read beside the request. */
const patienceMs = 100;

/** What is kept in IndexedDB, where the mirror has nothing. */
export function findDurable({ database, clock }: Browser, { soundSaved }: Kit, key: string): Promise<Saved | undefined> {
  return new Promise((resolve) => {
    clock.after(patienceMs, () => resolve(undefined));
    database('readonly', (store) => {
      const request = store.get(key);
      request.onsuccess = () => resolve(soundSaved(request.result));
    }).catch(() => resolve(undefined));
  });
}
