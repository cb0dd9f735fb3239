import { randomBytes } from 'node:crypto';
import { queryOne, type Database } from '../database/database.ts';

/** A login that a viewer has begun and the directory not answered. */
export interface BegunLogin {
  readonly state: string;
  readonly domain: string;
  readonly callback: string;
}

/** How long a viewer may take at the directory. */
const maxSecondsThere = 600;
/** How long the way back may take. */
const maxSecondsBack = 120;

const ago = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000);
const secret = (): string => randomBytes(24).toString('base64url');

/** Begins a login; its state. What has long been left is cleared away. */
export async function beginLogin(
  database: Database,
  { domain, callback }: Omit<BegunLogin, 'state'>,
  now: Date,
): Promise<string> {
  const state = secret();
  await database.query('delete from directory_logins where begun_at < $1', [
    ago(now, 2 * maxSecondsThere),
  ]);
  await database.query(
    'insert into directory_logins (state, domain, callback, begun_at) values ($1, $2, $3, $4)',
    [state, domain, callback, now],
  );
  return state;
}

/** What `secret` makes. Nothing else reaches the database, which takes no NUL. */
const secretPattern = /^[\w-]{32}$/;

/** The login of a state, while the directory may answer it. */
export async function findBegunLogin(
  database: Database,
  state: string,
  now: Date,
): Promise<BegunLogin | undefined> {
  if (!secretPattern.test(state)) return undefined;
  return queryOne<BegunLogin>(
    database,
    'select state, domain, callback from directory_logins where state = $1 and returned_at is null and begun_at > $2',
    [state, ago(now, maxSecondsThere)],
  );
}

/**
 * Sends the viewer back, as a user of the domain or, without one, as nobody. Gives the token;
 * `undefined` when the state has been answered.
 */
export async function returnLogin(
  database: Database,
  { state, domain }: BegunLogin,
  user: string | undefined,
  now: Date,
): Promise<string | undefined> {
  const row = await queryOne<{ token: string }>(
    database,
    `update directory_logins set returned_at = $2, token = $3, user_id = (select id from users where domain = $4 and username = $5)
     where state = $1 and returned_at is null returning token`,
    [state, now, secret(), domain, user ?? ''],
  );
  return row?.token;
}

/** Redeems a token: once, soon, and at the host that it was given to. */
export function redeemToken(
  database: Database,
  domain: string,
  token: string,
  host: string | undefined,
  now: Date,
): Promise<{ id: string } | undefined> {
  return queryOne<{ id: string }>(
    database,
    `update directory_logins set used_at = $3
     where domain = $1 and token = $2 and user_id is not null and used_at is null and returned_at > $4 and callback = coalesce($5::text, callback)
     returning user_id as id`,
    [domain, token, now, ago(now, maxSecondsBack), host ?? null],
  );
}
