import type { BrowserContext, Page } from '@playwright/test';
import { isChromium } from './engine.ts';

/**
 * Takes all storage space from an origin, so the browser refuses each write. Call it before the
 * origin writes anything. Returns a function that gives the space back.
 */
export function exhaustQuota(
  context: BrowserContext,
  page: Page,
  origin: string,
): Promise<() => Promise<void>> {
  return isChromium(context) ? overrideQuota(context, page, origin) : fillStorage(context, origin);
}

async function overrideQuota(
  context: BrowserContext,
  page: Page,
  origin: string,
): Promise<() => Promise<void>> {
  const devtools = await context.newCDPSession(page);
  // Before anything is written: the browser remembers for a while how much is left.
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  return async () => void (await devtools.send('Storage.overrideQuotaForOrigin', { origin }));
}

/**
 * Firefox has no such command, so another page of the origin fills its storage. `engine.ts` leaves
 * an origin only 10 MB.
 */
async function fillStorage(context: BrowserContext, origin: string): Promise<() => Promise<void>> {
  const filler = await context.newPage();
  await filler.goto(`${origin}/blank`);
  const wasRefused = await filler.evaluate(fillDatabase);
  if (!wasRefused) {
    throw new Error('The storage is not full: the browser runs without a limit for tests');
  }
  return async () => {
    await filler.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.deleteDatabase('filler');
          request.onsuccess = () => resolve();
          request.onerror = () => reject(request.error!);
        }),
    );
    await filler.close();
  };
}

/** Runs in the page. Writes ever smaller records until the browser refuses the smallest. */
async function fillDatabase(): Promise<boolean> {
  const largest = 1 << 20;
  const smallest = 1 << 10;
  const tooMuch = 64;
  const largestDraw = 1 << 16;
  /** Random, because Firefox compresses what it stores. */
  const bytesOf = (size: number): Uint8Array => {
    const bytes = new Uint8Array(size);
    for (let start = 0; start < size; start += largestDraw) {
      crypto.getRandomValues(bytes.subarray(start, start + largestDraw));
    }
    return bytes;
  };
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('filler', 1);
    request.onupgradeneeded = () =>
      void request.result.createObjectStore('records', { autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });
  const isWritten = (size: number): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction('records', 'readwrite');
      try {
        transaction.objectStore('records').put(bytesOf(size));
      } catch {
        // Right after a refusal Firefox also refuses the next record at once, with an
        // InvalidStateError.
        resolve(false);
      }
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () =>
        transaction.error?.name === 'QuotaExceededError'
          ? resolve(false)
          : reject(transaction.error!);
    });
  for (let size = largest; size >= smallest; size /= 2) {
    let written = 0;
    while (await isWritten(size)) if (++written > tooMuch) return false;
  }
  database.close();
  return true;
}
