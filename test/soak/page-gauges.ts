import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';

/** What is counted in a page. A number is absent where the engine has no way to tell it. */
export interface PageFigures {
  readonly heapBytes?: number;
  readonly listeners?: number;
  readonly nodes?: number;
  readonly timers: number;
  /** Records in localStorage, sessionStorage and IndexedDB. */
  readonly records: number;
  /** Characters of localStorage. */
  readonly characters: number;
  /** What the browser says that the site uses. */
  readonly storageBytes: number;
}

/** Runs before each page: counts the timers that are still to run. */
export const countTimers = `{
  const open = new Set();
  const { setTimeout: later, setInterval: often } = window;
  const { clearTimeout: stop, clearInterval: stopOften } = window;
  window.setTimeout = (run, ms, ...values) => {
    const id = later(() => {
      open.delete(id);
      if (typeof run === 'function') run(...values);
    }, ms);
    open.add(id);
    return id;
  };
  window.setInterval = (...values) => {
    const id = often(...values);
    open.add(id);
    return id;
  };
  window.clearTimeout = (id) => { open.delete(id); stop(id); };
  window.clearInterval = (id) => { open.delete(id); stopOften(id); };
  window.openTimers = () => open.size;
}`;

/** What of it Firefox cannot tell, in words. */
export const unknownInFirefox: readonly string[] = ['heap', 'listeners', 'nodes'];

export async function readFigures(page: Page): Promise<PageFigures> {
  const isChromium = page.context().browser()?.browserType().name() === 'chromium';
  const engine = isChromium ? await readEngine(page) : {};
  return { ...engine, ...(await page.evaluate(readStores)) };
}

const engineReadings = 6;
const readEveryMs = 1000;

/**
 * The lowest of some readings, each after garbage collection. What was let go is collected in
 * several steps: the listeners of one unchanged page were between 83 and 514 within seconds. Each
 * reading has all that is held.
 */
async function readEngine(page: Page): Promise<Partial<PageFigures>> {
  const devtools = await page.context().newCDPSession(page);
  let [heapBytes, listeners, nodes] = [Infinity, Infinity, Infinity];
  try {
    await devtools.send('Performance.enable');
    for (let reading = 0; reading < engineReadings; reading += 1) {
      await devtools.send('HeapProfiler.collectGarbage');
      await sleep(readEveryMs);
      const { metrics } = await devtools.send('Performance.getMetrics');
      const valueOf = (wanted: string): number =>
        metrics.find(({ name }) => name === wanted)?.value ?? NaN;
      heapBytes = Math.min(heapBytes, valueOf('JSHeapUsedSize'));
      listeners = Math.min(listeners, valueOf('JSEventListeners'));
      nodes = Math.min(nodes, valueOf('Nodes'));
    }
  } finally {
    await devtools.detach();
  }
  return { heapBytes, listeners, nodes };
}

/** Runs in the page. */
async function readStores(): Promise<Omit<PageFigures, 'heapBytes' | 'listeners' | 'nodes'>> {
  const settled = <Value>(request: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  let records = localStorage.length + sessionStorage.length;
  for (const { name } of await indexedDB.databases()) {
    if (!name) continue;
    const database = await settled(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      records += await settled(database.transaction(store).objectStore(store).count());
    }
    database.close();
  }
  const characters = Object.entries(localStorage).join().length;
  const { usage: storageBytes = 0 } = await navigator.storage.estimate();
  const { openTimers } = window as unknown as { openTimers: () => number };
  return { timers: openTimers(), records, characters, storageBytes };
}
