import type { Call } from '../call.ts';
import { queryOne } from '../database/database.ts';
import type { Database } from '../database/database.ts';
import type { Answer } from '../wire/envelope.ts';
import { wireId } from '../wire/json.ts';

export interface NewIncident {
  readonly title: string;
  readonly description: string;
  readonly severity: 'minor' | 'major' | 'critical';
  /** Areas of the interface, as `payment`. */
  readonly affects: readonly string[];
  /** Default: now. */
  readonly started?: Date;
  /** Default: not yet. */
  readonly ended?: Date;
}

/** Puts an incident on record; its ID. */
export async function addIncident(database: Database, incident: NewIncident, now: Date): Promise<string> {
  const row = await queryOne<{ id: string }>(
    database,
    'insert into incidents (title, description, severity, affects, started, ended) values ($1, $2, $3, $4, $5, $6) returning id',
    [incident.title, incident.description, incident.severity, [...incident.affects], incident.started ?? now, incident.ended ?? null],
  );
  return row!.id;
}

/** The incidents that have begun and not ended, the latest first. */
export async function currentIncidents(call: Call): Promise<Answer> {
  const rows = await call.database.query<{ id: string; title: string; description: string; severity: string; affects: string[]; started: Date }>(
    'select id, title, description, severity, affects, started from incidents where started <= $1 and (ended is null or ended > $1) order by started desc, id desc',
    [call.now()],
  );
  return { result: rows.map(({ id, started, ...rest }) => ({ ID: wireId(id), ...rest, started: Math.floor(started.getTime() / 1000) })) };
}
