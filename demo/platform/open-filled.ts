import { createHash } from 'node:crypto';
import type { GivenCatalogue } from './catalogue/given-catalogue.ts';
import { queryOne, type Database } from './database/database.ts';
import { openKept } from './database/kept-dump.ts';
import { inMemory, openDatabase, prepare } from './open-database.ts';
import { fillHistory, type History } from './statistics/history/fill-history.ts';
import { historyOf, none } from './statistics/history/history-of.ts';
import { createDomains, type SeededDomain } from './tenants/domain.ts';
import { fillVouchers } from './tenants/fill-vouchers.ts';
import { openTenants, type Tenants } from './tenants/tenants.ts';

export interface Filled {
  readonly database: Database;
  readonly tenants: Tenants;
  /** The ID of the domain of an address that names none. */
  readonly defaultDomain: string;
}

/** What a database is filled with. */
export interface Content {
  /** In place of the seeded domains; the first one is the default domain. */
  readonly domains?: readonly SeededDomain[] | undefined;
  /** In place of the films. Nothing has happened on it yet. */
  readonly catalogue?: GivenCatalogue | undefined;
  /** False: no views, accounts and sales of the last days. Default true. */
  readonly history?: boolean | undefined;
}

const hourMs = 3_600_000;

/** Opens the database with the seeded domains in it, and what has happened at them up to now. */
export async function openFilled(
  dataDir: string,
  address: string | undefined,
  now: () => Date,
  content: Content = {},
): Promise<Filled> {
  const database = await (!address && dataDir === inMemory
    ? openHour(now(), content)
    : openDatabase(dataDir, address, content.catalogue));
  return {
    database,
    tenants: await fill(database, now, content),
    defaultDomain: createDomains(content.domains).defaultId,
  };
}

/**
 * In memory they were made at the beginning of the hour: whoever starts within it goes on from
 * there.
 */
function openHour(now: Date, content: Content): Promise<Database> {
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  return openKept(`domains-${nameOf(content)}${hour.getTime() / 1000}`, async (database) => {
    await prepare(database, content.catalogue);
    await fill(database, () => hour, content);
  });
}

/** Tells dumps of other contents apart; empty for the usual one. */
function nameOf({ domains, catalogue, history = true }: Content): string {
  if (!domains?.length && !catalogue && history) return '';
  const text = JSON.stringify([domains, catalogue?.hash, history]);
  return `${createHash('sha256').update(text).digest('hex').slice(0, 16)}-`;
}

/** Nothing is done twice: a domain that is there gets what was added since. */
async function fill(database: Database, now: () => Date, content: Content): Promise<Tenants> {
  const domains = createDomains(content.domains);
  // A database keeps its first catalogue, also where the option is not given again.
  const given = await queryOne(database, 'select 1 as one from catalogue_sources');
  const hasHistory = (content.history ?? true) && !given;
  const historyFor = (domain: string): History => (hasHistory ? historyOf(domain) : none);
  const tenants = await openTenants(database, now, domains, historyFor);
  for (const domain of domains.seededIds) {
    await fillHistory(database, domain, now(), historyFor(domain));
    await fillVouchers(database, domain, now()); // also where the folder is older than the vouchers
  }
  return tenants;
}
