import type { Database } from '../database/database.ts';

/** What can happen to an item; the names are those of the interface's `kpi`, where it has one. */
export const eventKinds = [
  'display',
  'playerstart',
  'view',
  'viewexternal',
  'viewtime',
  'progress25',
  'progress50',
  'progress75',
  'progress95',
  'progress100',
  'download',
  'click',
  'adrequest',
  'adimpression',
  'adclick',
  'aderror',
] as const;

export type EventKind = (typeof eventKinds)[number];

/** One thing that happened. */
export interface MediaEvent {
  readonly kind: EventKind;
  readonly gid: string;
  readonly atMs: number;
  /** Of `viewtime` only. */
  readonly seconds: number | null;
  /** The ID of its context. */
  readonly context: string;
}

/** Writes events down, all in one statement. */
export async function recordEvents(
  database: Database,
  domain: string,
  events: readonly MediaEvent[],
  by: { session: string | null; drawn: boolean },
): Promise<void> {
  await database.query(
    `insert into media_events (domain, session_id, drawn, kind, gid, at, seconds, context_id)
     select $1::int8, $2::int8, $3::boolean, kind, gid, to_timestamp(at_ms / 1000), seconds, context_id
     from unnest($4::text[], $5::int8[], $6::float8[], $7::float8[], $8::int8[]) as event (kind, gid, at_ms, seconds, context_id)`,
    [
      domain,
      by.session,
      by.drawn,
      events.map(({ kind }) => kind),
      events.map(({ gid }) => gid),
      events.map(({ atMs }) => atMs),
      events.map(({ seconds }) => seconds),
      events.map(({ context }) => context),
    ],
  );
}
