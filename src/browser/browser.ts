import { after } from './after.ts';
import { createClock, type Clock } from './clock.ts';
import { openStore, type Database } from './database.ts';
import { createPage, type Page } from './page.ts';
import { random, type Random } from './random.ts';
import { openTextStore, type StorageScope, type TextStore } from './storage.ts';
import type { Tab } from './tab.ts';
import type { OnWake } from './wake.ts';

/** The browser behind small interfaces. Passed as an argument, and faked in tests. */
export interface Browser {
  readonly clock: Clock;
  readonly random: Random;
  /** Read for each request. Replaced while the inspector simulates faults. */
  fetch: typeof fetch;
  readonly page: Page;
  /** There is no page: the code runs on a server. */
  readonly isServer?: boolean;
  readonly textStore: (persistence: StorageScope) => TextStore;
  /** Reads a record of `sessions` by its name. */
  readonly readRecord: (name: string) => Promise<unknown>;
  /** Database of sessions and devices. */
  readonly sessions: Database;
  /** Database of purchases and returns. */
  readonly journal: Database;
  /**
   * The tab, with the window that opened it. Default: the real one, loaded with the first purchase.
   */
  readonly tab?: Tab;
  /**
   * Notifies when the page may have slept, or another tab has acted. Default: the page's own
   * events, loaded with the first listener.
   */
  readonly onWake?: OnWake;
  /** Whether the page is shown. Default: `document.visibilityState`. */
  readonly isVisible?: () => boolean;
}

/**
 * Creates the real browser. Globals are read once: a page that replaces `fetch` later changes
 * nothing.
 */
export function createBrowser(): Browser {
  const sessions = openStore('sessions');
  return {
    random,
    textStore: openTextStore,
    readRecord: (name) => readRecord(sessions, name),
    sessions,
    journal: openStore('journal'),
    clock: createClock(after),
    fetch: globalThis.fetch.bind(globalThis),
    page: createPage(),
    isServer: !globalThis.document,
  };
}

/** Creates nothing on the device: it rejects without a database. */
const readRecord = (database: Database, name: string): Promise<unknown> =>
  database(
    'readonly',
    (store) =>
      new Promise((resolve) => {
        const reading = store.get(name);
        reading.onsuccess = () => resolve(reading.result);
      }),
  );
