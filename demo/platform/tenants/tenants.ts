import type { Database } from '../database/database.ts';
import { createDomain, findDomain } from './create-domain.ts';
import { domainKind, seededDomains } from './domain.ts';
import type { Domain } from './domain.ts';

export interface Tenants {
  /**
   * The domain of that ID, made now when it is one of those that come into being when asked for.
   */
  get(id: string): Promise<Domain | undefined>;
}

/** Opens the tenants; the seeded ones are there when this resolves. */
export async function openTenants(database: Database, now: () => Date): Promise<Tenants> {
  const known = new Map<string, Promise<Domain>>();
  const tenants: Tenants = {
    async get(id) {
      const kind = domainKind(id);
      if (!kind) return undefined;
      let domain = known.get(id);
      if (!domain) {
        domain = findDomain(database, id).then(
          (found) => found ?? createDomain(database, id, kind, now()),
        );
        known.set(id, domain);
        // A failure is not remembered: the next call tries again.
        domain.catch(() => known.delete(id));
      }
      return domain;
    },
  };
  for (const id of seededDomains) await tenants.get(id);
  return tenants;
}
