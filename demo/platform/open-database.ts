import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fillCatalogue } from './catalogue/fill-catalogue.ts';
import type { Database } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { openPGlite } from './database/pglite.ts';
import { openPostgres } from './database/postgres.ts';

export const inMemory = 'memory://';

/** Opens the database with its schema and catalogue: PostgreSQL by address, else the embedded one in a folder or in memory. */
export async function openDatabase(dataDir: string, address: string | undefined): Promise<Database> {
  if (!address && dataDir === inMemory) return openFromDump();
  const database = address ? await openPostgres(address) : await openFolder(dataDir);
  await prepare(database);
  return database;
}

/** All of it or nothing: who is killed meanwhile starts anew, and of two processes on one server the second waits. */
function prepare(database: Database): Promise<void> {
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

/** A database in memory takes seconds to make and is the same each time, so a made one is kept as a dump beside the packages. */
async function openFromDump(): Promise<Database> {
  const folder = new URL('../../node_modules/.cache/usher-platform/', import.meta.url);
  const file = new URL(`${await sourceHash()}.tar`, folder);
  const dump = await readFile(file).catch(() => undefined);
  if (dump) return openPGlite(inMemory, new Blob([dump]));
  const database = await openPGlite(inMemory);
  await prepare(database);
  await mkdir(folder, { recursive: true });
  const unfinished = new URL(`${process.pid}-${Date.now()}.tmp`, folder);
  await writeFile(unfinished, Buffer.from(await (await database.dump()).arrayBuffer()));
  // Renamed when whole: another process that starts at the same time never reads half of it.
  await rename(unfinished, file);
  await removeOthers(folder, file);
  return database;
}

/** Dumps of earlier sources are never read again, and are large. */
async function removeOthers(folder: URL, kept: URL): Promise<void> {
  const dumps = (await readdir(folder)).filter((name) => name.endsWith('.tar')).map((name) => new URL(name, folder));
  await Promise.all(dumps.filter((dump) => dump.href !== kept.href).map((dump) => rm(dump, { force: true })));
}

/** Of everything that the made database depends on. */
async function sourceHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['./catalogue/', './database/', './database/migrations/', '../data/'].map((path) => new URL(path, import.meta.url))) {
    for (const name of (await readdir(folder)).filter((one) => /\.(ts|sql|json)$/.test(one)).sort()) hash.update(await readFile(new URL(name, folder)));
  }
  hash.update(await readFile(new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url)));
  return hash.digest('hex').slice(0, 16);
}
