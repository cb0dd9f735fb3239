import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { readJson } from '../wire/json.ts';
import { reasonOf } from '../wire/reason-of.ts';
import type { Statement } from './statement.ts';

/**
 * Where a running platform gives its ledger to whoever may read its data folder; the folder takes
 * one process only.
 */
export const ledgerPath = '/__ledger';

const fileOf = (dataDir: string): string => `${dataDir.replace(/[/\\]$/, '')}.ledger`;

export interface LedgerAddress {
  /** What a caller must know: it stands in the file beside the data folder, and nowhere else. */
  readonly key: string;
  /** Writes the address beside the data folder; the way back removes it. */
  publish(url: string): Promise<() => Promise<void>>;
}

/** Makes the address of a platform's ledger. Without a data folder nobody is told of it. */
export function createLedgerAddress(dataDir: string | undefined): LedgerAddress {
  const key = randomBytes(16).toString('hex');
  return {
    key,
    async publish(url) {
      if (dataDir === undefined) return async () => {};
      const file = fileOf(dataDir);
      await writeFile(file, `${url}${ledgerPath}?key=${key}\n`, { mode: 0o600 });
      return () => rm(file, { force: true });
    },
  };
}

/**
 * Where the platform that runs on a data folder answers under a path of its own, key included;
 * nothing when none does.
 */
export async function readPlatformAddress(dataDir: string, path: string): Promise<URL | undefined> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '');
  if (!URL.canParse(text.trim())) return undefined;
  const address = new URL(text.trim());
  address.pathname = path;
  return address;
}

/**
 * The statement of the platform at an address, key included; nothing where it does not know the
 * key.
 *
 * @throws where it does not answer
 */
export async function askLedger(address: URL): Promise<Statement | undefined> {
  const response = await fetch(address, { redirect: 'error' }).catch((error: unknown) => {
    throw new Error(`no platform answers at ${address.origin}: ${reasonOf(error)}`);
  });
  if (!response.ok) return undefined;
  const statement = readJson(await response.text()) as Statement;
  return { ...statement, rows: statement.rows.map((row) => ({ ...row, at: new Date(row.at) })) };
}

/** The statement of the platform that runs on a data folder; nothing when none does. */
export async function askRunningPlatform(dataDir: string): Promise<Statement | undefined> {
  try {
    const address = await readPlatformAddress(dataDir, ledgerPath);
    return address && (await askLedger(address));
  } catch {
    return undefined; // no such file, or left behind by one that was killed
  }
}
