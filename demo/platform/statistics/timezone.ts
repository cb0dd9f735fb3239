import { textOf, type Call } from '../call.ts';
import type { Database } from '../database/database.ts';
import { Refusal } from '../wire/refusal.ts';

/** Whether each database knows a timezone: asked once. */
const known = new WeakMap<Database, Map<string, Promise<boolean>>>();

/**
 * The timezone in which days are meant: the caller's, else the domain's.
 * @throws {Refusal} 400 where the database does not know it, though a browser may.
 */
export async function timezoneOf(call: Call): Promise<string> {
  const asked = textOf(call, 'timezone');
  if (asked === undefined) return call.domain.timezone;
  // An offset as +01:00 means the opposite there, so only names are let through.
  if (/^[a-z]/i.test(asked) && (await isKnown(call.database, asked))) return asked;
  throw new Refusal(400, 'timezone must be the name of a timezone, as Europe/Berlin');
}

function isKnown(database: Database, name: string): Promise<boolean> {
  const answers = known.get(database) ?? new Map<string, Promise<boolean>>();
  known.set(database, answers);
  const key = name.toLowerCase();
  const answer = answers.get(key) ?? askDatabase(database, key);
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
}

/** What a database says of a timezone that it does not know: an invalid parameter. */
const invalidParameter = '22023';

async function askDatabase(database: Database, name: string): Promise<boolean> {
  try {
    await database.query('select now() at time zone $1::text as local', [name]);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === invalidParameter) return false;
    throw error;
  }
}
