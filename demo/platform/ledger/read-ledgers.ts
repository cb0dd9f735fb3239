import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { takeLock } from '../../claim-folder.ts';
import { inMemory, openDatabase } from '../open-database.ts';
import { askRunningPlatform } from './ledger-address.ts';
import { readStatement } from './statement.ts';
import type { Statement } from './statement.ts';

export interface Source {
  /** A PostgreSQL server; the folders are not read then. */
  readonly databaseUrl: string | undefined;
  /** Where the demo keeps its data. */
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
export async function readLedgers({ databaseUrl, folder }: Source): Promise<Ledger[]> {
  if (databaseUrl) {
    return [{ name: 'DATABASE_URL', statement: await readOpened(inMemory, databaseUrl) }];
  }
  const names = (await readdir(folder).catch(() => []))
    .filter((name) => /^platform(-\d+)?$/.test(name))
    .sort();
  const ledgers: Ledger[] = [];
  for (const name of names) ledgers.push({ name, statement: await readFolder(join(folder, name)) });
  return ledgers;
}

/** The embedded database takes one process: who holds the folder is asked. */
async function readFolder(dataDir: string): Promise<Statement> {
  const running = await askRunningPlatform(dataDir);
  if (running) return running;
  const lock = `${dataDir}.lock`;
  if (!(await takeLock(lock))) {
    throw new Error(
      `a process holds ${dataDir}, and does not answer; see the process ID in ${lock}`,
    );
  }
  try {
    return await readOpened(dataDir, undefined);
  } finally {
    await rm(lock, { force: true });
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
