import { queryOne, type Database } from '../database/database.ts';
import { isStorableId } from '../wire/id.ts';
import type { Session, SessionDetails } from './session.ts';

const select = `
  select sessions.*, users.username, users.hash as userhash, users.age as user_age
  from sessions left join users on users.id = sessions.user_id`;

/** A session of a domain, alive or not. */
export async function findSession(
  database: Database,
  domain: string,
  id: string,
): Promise<Session | undefined> {
  if (!isStorableId(id)) return undefined;
  return queryOne<Session>(database, `${select} where sessions.id = $1 and sessions.domain = $2`, [
    id,
    domain,
  ]);
}

/**
 * Holds a session until the end of the transaction, so that it is not renewed or ended meanwhile.
 * `false`: it is ended, or it has another ID since.
 */
export async function holdSession(within: Database, id: string): Promise<boolean> {
  const held = await within.query(
    'select id from sessions where id = $1 and ended_at is null for update',
    [id],
  );
  return held.length > 0;
}

export type NewSession = Pick<
  Session,
  | 'id'
  | 'domain'
  | 'device'
  | 'domaintoken'
  | 'page_secret'
  | 'user_id'
  | 'country'
  | 'language'
  | 'details'
>;

export async function insertSession(
  database: Database,
  session: NewSession,
  now: Date,
): Promise<void> {
  await database.query(
    `insert into sessions (id, domain, device, domaintoken, page_secret, user_id, country, language, details, created_at, kept_alive_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    [
      session.id,
      session.domain,
      session.device,
      session.domaintoken,
      session.page_secret,
      session.user_id,
      session.country,
      session.language,
      JSON.stringify(session.details),
      now,
    ],
  );
}

export async function updateSession(
  database: Database,
  id: string,
  changed: { user_id: string | null; country: string; language: string; details: SessionDetails },
  now: Date,
): Promise<void> {
  await database.query(
    'update sessions set user_id = $2, country = $3, language = $4, details = $5, kept_alive_at = $6 where id = $1',
    [id, changed.user_id, changed.country, changed.language, JSON.stringify(changed.details), now],
  );
}

export async function keepSession(database: Database, id: string, now: Date): Promise<void> {
  await database.query('update sessions set kept_alive_at = $2 where id = $1', [id, now]);
}

/** A lasting session only loses its user. */
export async function endSession(database: Database, id: string, now: Date): Promise<void> {
  await database.query(
    'update sessions set user_id = null, ended_at = case when lasting then null else $2::timestamptz end where id = $1',
    [id, now],
  );
}

export async function setSessionUser(
  database: Database,
  id: string,
  user: string,
  now: Date,
): Promise<void> {
  await database.query('update sessions set user_id = $2, kept_alive_at = $3 where id = $1', [
    id,
    user,
    now,
  ]);
}

/** Gives a session another ID and secret; the earlier ones are then unknown. */
export async function renewSession(
  database: Database,
  id: string,
  renewed: Pick<Session, 'id' | 'domaintoken' | 'page_secret'>,
): Promise<void> {
  await database.query(
    'update sessions set id = $2, domaintoken = $3, page_secret = $4 where id = $1',
    [id, renewed.id, renewed.domaintoken, renewed.page_secret],
  );
}
