import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { readPlatformAddress } from '../ledger/ledger-address.ts';
import { isDataFolder } from '../ledger/read-ledgers.ts';
import { inMemory, openDatabase } from '../open-database.ts';
import {
  addIncident,
  endIncident,
  listIncidents,
  type ListedIncident,
  type NewIncident,
} from '../system/incidents.ts';
import { readJson } from '../wire/json.ts';
import { incidentsPath } from './serve-incidents.ts';

export interface Source {
  /** A running platform, as its ready line names it, with its key: nothing else is asked then. */
  readonly admin?: string | undefined;
  /** A PostgreSQL server; the folders are not read then. */
  readonly databaseUrl: string | undefined;
  /** Where the demo keeps its data. */
  readonly folder: string;
}

/** The incidents of one platform. */
export interface IncidentBook {
  readonly name: string;
  /** The ID of what was added. */
  add(incident: NewIncident): Promise<string>;
  list(): Promise<readonly ListedIncident[]>;
  /** Whether there was one to end. */
  end(id: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The books of the server, or of each platform that runs on a data folder. */
export async function openIncidentBooks({
  admin,
  databaseUrl,
  folder,
}: Source): Promise<IncidentBook[]> {
  if (admin !== undefined) {
    const address = new URL(`${incidentsPath}${new URL(admin).search}`, admin);
    const book = await askBook(address.origin, address);
    if (!book) throw new Error(`no platform answers at ${address.origin} to this key`);
    return [book];
  }
  if (databaseUrl) return [await openBook(databaseUrl)];
  const paths = isDataFolder(folder)
    ? [resolve(folder)]
    : (await readdir(folder).catch(() => []))
        .filter((name) => /^platform(-\d+)?$/.test(name))
        .sort()
        .map((name) => join(folder, name));
  const running = await Promise.all(
    paths.map(async (path) =>
      askBook(basename(path), await readPlatformAddress(path, incidentsPath)),
    ),
  );
  const books = running.filter((book) => book !== undefined);
  if (!books.length) {
    throw new Error(`no platform runs on ${folder}; name a running one with --admin`);
  }
  return books;
}

async function openBook(databaseUrl: string): Promise<IncidentBook> {
  const database = await openDatabase(inMemory, databaseUrl);
  return {
    name: 'DATABASE_URL',
    add: (incident) => addIncident(database, incident, new Date()),
    list: () => listIncidents(database, new Date()),
    end: (id) => endIncident(database, id, new Date()),
    close: () => database.close(),
  };
}

/**
 * A platform that runs is asked: its embedded database takes one process only. Nothing where nobody
 * answers.
 */
async function askBook(name: string, address: URL | undefined): Promise<IncidentBook | undefined> {
  if (!address) return undefined;
  const ask = async (body?: object): Promise<unknown> => {
    const response = await fetch(address, {
      redirect: 'error',
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${name}: the platform answered ${response.status}`);
    return readJson(await response.text());
  };
  const isThere = await ask().then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  return {
    name,
    // `serveIncidents` answers so.
    add: async (incident) => ((await ask({ add: incident })) as { ID: string }).ID,
    list: async () => (await ask()) as ListedIncident[],
    end: async (id) => ((await ask({ end: id })) as { ended: boolean }).ended,
    close: async () => {},
  };
}
