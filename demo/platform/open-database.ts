import { mkdir } from 'node:fs/promises';
import { fillCatalogue } from './catalogue/fill-catalogue.ts';
import { fillGivenCatalogue, type GivenCatalogue } from './catalogue/given-catalogue.ts';
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
  catalogue?: GivenCatalogue,
): Promise<Database> {
  if (!address && dataDir === inMemory) {
    return openKept('catalogue', (database) => prepare(database, catalogue));
  }
  const database = address ? await openPostgres(address) : await openFolder(dataDir);
  try {
    await prepare(database, catalogue);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/**
 * Schema and catalogue. All of it or nothing: who is killed meanwhile starts anew, and of two
 * processes on one server the second waits.
 */
export function prepare(database: Database, catalogue?: GivenCatalogue): Promise<void> {
  return database.transaction(async (within) => {
    await within.query('select pg_advisory_xact_lock(741)');
    await migrate(within);
    await (catalogue ? fillGivenCatalogue(within, catalogue) : fillCatalogue(within));
  });
}

async function openFolder(dataDir: string): Promise<Database> {
  await mkdir(dataDir, { recursive: true });
  return openPGlite(dataDir);
}
