import type { Database } from '../database/database.ts';
import type { History } from '../statistics/history/fill-history.ts';
import { historyOf } from '../statistics/history/history-of.ts';
import { createDomain, findDomain } from './create-domain.ts';
import { createDomains, type Domain, type Domains } from './domain.ts';

export interface Tenants {
  /**
   * The domain of that ID, made now when it is one of those that come into being when asked for.
   */
  get(id: string): Promise<Domain | undefined>;
}

/** Opens the tenants; the seeded ones are there when this resolves. */
export async function openTenants(
  database: Database,
  now: () => Date,
  domains: Domains = createDomains(),
  historyFor: (id: string) => History = historyOf,
): Promise<Tenants> {
  const known = new Map<string, Promise<Domain>>();
  const tenants: Tenants = {
    async get(id) {
      const kind = domains.kindOf(id);
      if (!kind) return undefined;
      let domain = known.get(id);
      if (!domain) {
        domain = findDomain(database, id).then(
          (found) => found ?? createDomain(database, id, kind, now(), historyFor(id)),
        );
        known.set(id, domain);
        // A failure is not remembered: the next call tries again.
        domain.catch(() => known.delete(id));
      }
      return domain;
    },
  };
  for (const id of domains.seededIds) await tenants.get(id);
  return tenants;
}
