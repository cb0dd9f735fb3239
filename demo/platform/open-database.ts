import { mkdir } from 'node:fs/promises';
import { fillCatalogue } from './catalogue/fill-catalogue.ts';
import type { Database } from './database/database.ts';
import { openKept } from './database/kept-dump.ts';
import { migrate } from './database/migrate.ts';
import { openPGlite } from './database/pglite.ts';
import { openPostgres } from './database/postgres.ts';

export const inMemory = 'memory://';

/**
 * Opens the database with its schema and catalogue: PostgreSQL by address, else the embedded one in
 * a folder or in memory.
 */
export async function openDatabase(
  dataDir: string,
  address: string | undefined,
): Promise<Database> {
  if (!address && dataDir === inMemory) return openKept('catalogue', prepare);
  const database = address ? await openPostgres(address) : await openFolder(dataDir);
  await prepare(database);
  return database;
}

/**
 * Schema and catalogue. All of it or nothing: who is killed meanwhile starts anew, and of two
 * processes on one server the second waits.
 */
export function prepare(database: Database): Promise<void> {
  return database.transaction(async (within) => {
    await within.query('select pg_advisory_xact_lock(741)');
    await migrate(within);
    await fillCatalogue(within);
  });
}

async function openFolder(dataDir: string): Promise<Database> {
  await mkdir(dataDir, { recursive: true });
  return openPGlite(dataDir);
}
