import type { Where } from '../allmedia/where.ts';
import { textOf, type Call } from '../call.ts';

/** What init said of a session, by the parameter that filters it. */
const details = ['gateway', 'deliveryPartner', 'affiliatePartner', 'campaign'] as const;

/** Adds the standard filters that a session can answer: where it was, and what its init said. */
export function addSessionFilters(where: Where, call: Call): Where {
  for (const field of details) {
    const asked = textOf(call, field);
    if (asked !== undefined) {
      where.and(
        `sessions.details ->> '${field}' = ?::text`,
        field === 'gateway' ? asked : String(BigInt(asked)),
      );
    }
  }
  const country = textOf(call, 'countryCode');
  return country === undefined ? where : where.and('sessions.country = upper(?::text)', country);
}
