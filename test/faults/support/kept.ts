import type { BrowserContext } from '@playwright/test';

/** What an origin keeps, each entry as one text. */
export interface Kept {
  readonly mirror: readonly string[];
  readonly durable: readonly string[];
}

/** Reads all texts of localStorage and all records of all databases, from a page of that origin that has no script. */
export async function keptAt(context: BrowserContext, origin: string): Promise<Kept> {
  const page = await context.newPage();
  try {
    await page.goto(`${origin}/blank`);
    return await page.evaluate(readKept);
  } finally {
    await page.close();
  }
}

async function readKept(): Promise<Kept> {
  const settled = <T>(request: IDBRequest<T>): Promise<T> => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error!);
  });
  const text = (value: unknown): string => JSON.stringify(value, (_, one: unknown) =>
    one instanceof Map || one instanceof Set ? [...one] : typeof one === 'bigint' ? String(one) : one) ?? '';
  const durable: string[] = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name!));
    for (const store of database.objectStoreNames) {
      const records = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([settled(records.getAllKeys()), settled(records.getAll())]);
      values.forEach((value, index) => durable.push(`${text(keys[index])}=${text(value)}`));
    }
    database.close();
  }
  return { mirror: Object.entries(localStorage).map(([name, value]) => `${name}=${String(value)}`), durable };
}
