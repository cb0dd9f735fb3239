import { randomBytes } from 'node:crypto';
import { queryOne, type Database } from '../database/database.ts';
import { createSessionId } from '../session/session-id.ts';
import { fillHistory, type History } from '../statistics/history/fill-history.ts';
import type { Domain, DomainKind } from './domain.ts';
import { fillUsers } from './fill-users.ts';
import { fillVouchers } from './fill-vouchers.ts';

/**
 * Makes a domain with its users, what they own, a lasting session for servers, and the events of
 * its history.
 */
export async function createDomain(
  database: Database,
  id: string,
  kind: DomainKind,
  now: Date,
  history: History,
): Promise<Domain> {
  return database.transaction(async (within) => {
    // Another process on the same server may be making it just now.
    await within.query('select pg_advisory_xact_lock($1::int8)', [id]);
    const made = await findDomain(within, id);
    if (made) return made;
    const domain = await queryOne<Domain>(
      within,
      `insert into domains (id, title, secret, signed, player_only, created_at) values ($1, $2, $3, $4, $5, $6)
       returning id, title, secret, signed, player_only, country, language, timezone`,
      [id, kind.title, randomBytes(16).toString('hex'), kind.signed, kind.playerOnly, now],
    );
    await within.query(
      `insert into sessions (id, domain, device, domaintoken, page_secret, lasting, created_at, kept_alive_at, country, language)
       values ($1, $2, '', '', '', true, $3, $3, $4, $5)`,
      [createSessionId(), id, now, domain!.country, domain!.language],
    );
    await fillUsers(within, id, now);
    await fillVouchers(within, id, now);
    await fillHistory(within, id, now, history);
    return domain!;
  });
}

export function findDomain(database: Database, id: string): Promise<Domain | undefined> {
  return queryOne<Domain>(
    database,
    'select id, title, secret, signed, player_only, country, language, timezone from domains where id = $1',
    [id],
  );
}

/** The lasting session of a domain, for its clients on servers. */
export async function lastingSessionId(database: Database, domain: string): Promise<string> {
  const row = await queryOne<{ id: string }>(
    database,
    'select id from sessions where domain = $1 and lasting order by created_at limit 1',
    [domain],
  );
  return row!.id;
}
