import type { BrowserContext } from '@playwright/test';
import type { PageServer } from './page-server.ts';

/** The stored data of an origin, each entry as one text. */
export interface StoredData {
  /** The values of localStorage. */
  readonly mirror: readonly string[];
  /** The records of all databases. */
  readonly durable: readonly string[];
}

/** Reads the stored data of an origin, from a page of it without the runtime. */
export function readStoredData(context: BrowserContext, origin: string): Promise<StoredData> {
  return onBlankPage(context, origin, visitStoredData, null);
}

/** Whether the durable copy holds a session. */
export async function isSessionStored(
  context: BrowserContext,
  origin: string,
  session: string,
): Promise<boolean> {
  return (await readStoredData(context, origin)).durable.some((text) => text.includes(session));
}

/**
 * Replaces every stored value by the same text: as it is in localStorage, and parsed (or as it is)
 * in databases. Returns the number of values.
 */
export async function overwriteStoredData(
  context: BrowserContext,
  origin: string,
  text: string,
): Promise<number> {
  const { mirror, durable } = await onBlankPage(context, origin, visitStoredData, text);
  return mirror.length + durable.length;
}

/**
 * Clears localStorage and all databases while other pages of the origin run, as a viewer does in
 * the browser's settings.
 */
export async function clearStoredData(context: BrowserContext, pages: PageServer): Promise<void> {
  const page = await context.newPage();
  await page.goto(pages.origin() + pages.add({ headers: { 'clear-site-data': '"storage"' } }));
  await page.close();
}

async function onBlankPage<Given, Result>(
  context: BrowserContext,
  origin: string,
  visit: (given: Given) => Promise<Result>,
  given: Given,
): Promise<Result> {
  const page = await context.newPage();
  try {
    await page.goto(`${origin}/blank`);
    return await (
      page.evaluate as (visit: (given: Given) => Promise<Result>, given: Given) => Promise<Result>
    )(visit, given);
  } finally {
    await page.close();
  }
}

/** Runs in the page. */
async function visitStoredData(replacement: string | null): Promise<StoredData> {
  const settled = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error!);
    });
  const asText = (value: unknown): string =>
    JSON.stringify(value, (_, one: unknown) => {
      if (one instanceof Map || one instanceof Set) return [...one];
      return typeof one === 'bigint' ? String(one) : one;
    }) ?? '';
  const record = (): unknown => {
    try {
      return JSON.parse(replacement!);
    } catch {
      return replacement;
    }
  };
  const durable: string[] = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name!));
    for (const store of database.objectStoreNames) {
      const records = database.transaction(store, 'readwrite').objectStore(store);
      const [keys, values] = await Promise.all([
        settled(records.getAllKeys()),
        settled(records.getAll()),
      ]);
      values.forEach((value, index) => durable.push(`${asText(keys[index])}=${asText(value)}`));
      if (replacement !== null) {
        await Promise.all(keys.map((key) => settled(records.put(record(), key))));
      }
    }
    database.close();
  }
  const mirror = Object.entries(localStorage).map(([name, value]) => `${name}=${String(value)}`);
  if (replacement !== null) {
    for (const name of Object.keys(localStorage)) localStorage.setItem(name, replacement);
  }
  return { mirror, durable };
}
