import type { Call } from '../call.ts';
import { queryOne, type Database } from '../database/database.ts';
import type { Answer } from '../wire/envelope.ts';
import { wireId } from '../wire/json.ts';

export const severities = ['minor', 'major', 'critical'] as const;
export type Severity = (typeof severities)[number];

export interface NewIncident {
  readonly title: string;
  readonly description: string;
  readonly severity: Severity;
  /** Areas of the interface, as `payment`. */
  readonly affects: readonly string[];
  /** Default: now. */
  readonly started?: Date;
  /** Default: not yet. */
  readonly ended?: Date;
}

/** Puts an incident on record; its ID. */
export async function addIncident(
  database: Database,
  incident: NewIncident,
  now: Date,
): Promise<string> {
  const row = await queryOne<{ id: string }>(
    database,
    'insert into incidents (title, description, severity, affects, started, ended) values ($1, $2, $3, $4, $5, $6) returning id',
    [
      incident.title,
      incident.description,
      incident.severity,
      [...incident.affects],
      incident.started ?? now,
      incident.ended ?? null,
    ],
  );
  return row!.id;
}

/** Ends an incident; whether there was one to end. */
export async function endIncident(database: Database, id: string, now: Date): Promise<boolean> {
  const row = await queryOne(
    database,
    'update incidents set ended = $2 where id = $1 and (ended is null or ended > $2) returning id',
    [id, now],
  );
  return row !== undefined;
}

/** An incident as it is told. */
export interface ListedIncident extends Omit<NewIncident, 'started' | 'ended'> {
  readonly ID: string;
  readonly started: Date;
}

/** The incidents that have begun and not ended, the latest first. */
export async function listIncidents(database: Database, now: Date): Promise<ListedIncident[]> {
  return database.query<ListedIncident>(
    'select id as "ID", title, description, severity, affects, started from incidents where started <= $1 and (ended is null or ended > $1) order by started desc, id desc',
    [now],
  );
}

export async function currentIncidents({ database, now }: Call): Promise<Answer> {
  const incidents = await listIncidents(database, now());
  return {
    result: incidents.map(({ ID, started, ...rest }) => ({
      ID: wireId(ID),
      ...rest,
      started: Math.floor(started.getTime() / 1000),
    })),
  };
}
