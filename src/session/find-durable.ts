import type { Browser } from '../browser/browser.ts';
import type { Kit } from './kit.ts';
import type { Saved } from './saved-session.ts';

/** How long an opening waits for the durable copy, in ms: it is read beside the request. */
const patienceMs = 100;

/** What is kept in IndexedDB, where the mirror has nothing. */
export async function findDurable({ database, clock }: Browser, { soundSaved }: Kit, key: string): Promise<Saved | undefined> {
  let cancel = (): void => {};
  const late = new Promise<undefined>((resolve) => {
    cancel = clock.after(patienceMs, () => resolve(undefined));
  });
  const found = database('readonly', (store) => new Promise<unknown>((resolve) => {
    const request = store.get(key);
    request.onsuccess = () => resolve(request.result);
  })).then(soundSaved, () => undefined);
  return Promise.race([found, late]).finally(cancel);
}
