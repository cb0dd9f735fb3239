import type { Database } from './database/database.ts';
import { openKept } from './database/kept-dump.ts';
import { inMemory, openDatabase, prepare } from './open-database.ts';
import { fillHistory } from './statistics/history/fill-history.ts';
import { historyOf } from './statistics/history/history-of.ts';
import { seededDomains } from './tenants/domain.ts';
import { fillVouchers } from './tenants/fill-vouchers.ts';
import { openTenants } from './tenants/tenants.ts';
import type { Tenants } from './tenants/tenants.ts';

export interface Filled {
  readonly database: Database;
  readonly tenants: Tenants;
}

const hourMs = 3_600_000;

/** Opens the database with the seeded domains in it, and what has happened at them up to now. */
export async function openFilled(
  dataDir: string,
  address: string | undefined,
  now: () => Date,
): Promise<Filled> {
  const database = await (!address && dataDir === inMemory
    ? openHour(now())
    : openDatabase(dataDir, address));
  return { database, tenants: await fill(database, now) };
}

/**
 * In memory they were made at the beginning of the hour: whoever starts within it goes on from
 * there.
 */
function openHour(now: Date): Promise<Database> {
  const hour = new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  return openKept(`domains-${hour.getTime() / 1000}`, async (database) => {
    await prepare(database);
    await fill(database, () => hour);
  });
}

/** Nothing is done twice: a domain that is there gets what was added since. */
async function fill(database: Database, now: () => Date): Promise<Tenants> {
  const tenants = await openTenants(database, now);
  for (const domain of seededDomains) {
    await fillHistory(database, domain, now(), historyOf(domain));
    await fillVouchers(database, domain, now()); // also where the folder is older than the vouchers
  }
  return tenants;
}
