import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Database } from './database.ts';
import { openPGlite } from './pglite.ts';

/** Beside the packages: a new installation begins anew. */
const folder = new URL('../../../node_modules/.cache/usher-platform/', import.meta.url);
/** Dumps take some 70 MB each, and only the last few are opened again. */
const keptDumps = 6;

/**
 * Opens a database in memory as `make` leaves it. That takes seconds and is the same each time, so
 * what was made is kept as a dump under that name, for as long as the platform's sources stay as
 * they are.
 */
export async function openKept(
  name: string,
  make: (database: Database) => Promise<void>,
): Promise<Database> {
  const prefix = await sourceHash();
  const file = new URL(`${prefix}-${name}.tar`, folder);
  const dump = await readFile(file).catch(() => undefined);
  if (dump) return openPGlite('memory://', new Blob([dump]));
  const database = await openPGlite('memory://');
  await make(database);
  await keepDump(database, file, prefix).catch(() => {
    // An installed package may lie in a folder that this user cannot write: nothing is kept then.
  });
  return database;
}

async function keepDump(
  database: { dump(): Promise<Blob> },
  file: URL,
  prefix: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = new URL(`${process.pid}-${Date.now()}.tmp`, folder);
  await writeFile(unfinished, Buffer.from(await (await database.dump()).arrayBuffer()));
  // Renamed when whole: another process that starts at the same time never reads half of it.
  await rename(unfinished, file);
  await removeOthers(prefix);
}

/** Dumps of earlier sources are never read again, and are large. */
async function removeOthers(prefix: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.tar'));
  const dated = await Promise.all(
    names.map(async (name) => {
      const file = new URL(name, folder);
      // Another process may have removed it by now.
      return {
        file,
        isOurs: name.startsWith(`${prefix}-`),
        madeMs: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0,
      };
    }),
  );
  const ours = dated.filter(({ isOurs }) => isOurs).sort((a, b) => b.madeMs - a.madeMs);
  const superfluous = [...dated.filter(({ isOurs }) => !isOurs), ...ours.slice(keptDumps)];
  await Promise.all(superfluous.map(({ file }) => rm(file, { force: true })));
}

let hashed: Promise<string> | undefined;

/** Of everything that a made database depends on; once a process. */
function sourceHash(): Promise<string> {
  return (hashed ??= hashSources());
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of [new URL('../', import.meta.url), new URL('../../data/', import.meta.url)]) {
    const names = (await readdir(source, { recursive: true }))
      // Compiled where the platform is installed as a package.
      .filter((name) => /\.(ts|js|sql|json)$/.test(name))
      .sort();
    for (const name of names) hash.update(name).update(await readFile(new URL(name, source)));
  }
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  hash.update(await readFile(new URL('../package.json', pathToFileURL(pglite))));
  return hash.digest('hex').slice(0, 16);
}
