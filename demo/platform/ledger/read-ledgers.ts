import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { takeLock } from '../../folder-lock.ts';
import { inMemory, openDatabase } from '../open-database.ts';
import { askLedger, askRunningPlatform, ledgerPath } from './ledger-address.ts';
import { readStatement, type Statement } from './statement.ts';

export interface Source {
  /** A running platform, as its ready line names it, with its key: nothing else is read then. */
  readonly admin?: string | undefined;
  /** A PostgreSQL server; the folders are not read then. */
  readonly databaseUrl: string | undefined;
  /** Where the demo keeps its data, or one data folder of it. */
  readonly folder: string;
}

export interface Ledger {
  /** The name of the data folder, or what stands for it. */
  readonly name: string;
  readonly statement: Statement;
}

/**
 * The ledgers that there are: of a server, or of each data folder, asked of the platform that runs
 * on it, or opened.
 */
export async function readLedgers({ admin, databaseUrl, folder }: Source): Promise<Ledger[]> {
  if (admin !== undefined) {
    const statement = await askLedger(new URL(`${ledgerPath}${new URL(admin).search}`, admin));
    if (!statement) throw new Error(`${new URL(admin).origin} does not know the key`);
    return [{ name: new URL(admin).origin, statement }];
  }
  if (databaseUrl) {
    return [{ name: 'DATABASE_URL', statement: await readOpened(inMemory, databaseUrl) }];
  }
  if (isDataFolder(folder)) {
    const dataDir = resolve(folder);
    return [{ name: basename(dataDir), statement: await readFolder(dataDir) }];
  }
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => /^platform(-\d+)?$/.test(name))
    .sort();
  const ledgers: Ledger[] = [];
  for (const name of names) ledgers.push({ name, statement: await readFolder(join(folder, name)) });
  return ledgers;
}

/** Whether a database lies in a folder itself: it writes its version there. */
export const isDataFolder = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'));

/** The embedded database takes one process: who holds the folder is asked. */
async function readFolder(dataDir: string): Promise<Statement> {
  const running = await askRunningPlatform(dataDir);
  if (running) return running;
  const lock = `${dataDir}.lock`;
  const release = await takeLock(lock);
  if (!release) {
    throw new Error(
      `a process holds ${dataDir}, and does not answer; see the process ID in ${lock}`,
    );
  }
  try {
    return await readOpened(dataDir, undefined);
  } finally {
    await release();
  }
}

async function readOpened(dataDir: string, databaseUrl: string | undefined): Promise<Statement> {
  const database = await openDatabase(dataDir, databaseUrl);
  try {
    return await readStatement(database, undefined, new Date());
  } finally {
    await database.close();
  }
}
