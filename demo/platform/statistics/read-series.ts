import type { Where } from '../allmedia/where.ts';
import type { Call } from '../call.ts';
import { localTime, type Grouping } from './grouping.ts';
import { periodOf } from './period.ts';
import { withinPeriod } from './within-period.ts';

/** Records that happened at a moment, and what is told of each group of them. */
export interface SeriesQuery {
  readonly from: string;
  /** The conditions but for the period. */
  readonly where: Where;
  /** The column that says when. */
  readonly moment: string;
  /** The SQL of what is told of a group, each with its name. */
  readonly columns: string;
}

/**
 * Reads a time series by one query. Every key of the period is in the answer, with `none` where
 * nothing happened.
 */
export async function readSeries<Row>(
  call: Call,
  query: SeriesQuery,
  grouping: Grouping,
  read: (row: Row) => unknown,
  none: unknown,
): Promise<Map<string, unknown>> {
  const period = await periodOf(call);
  const where = withinPeriod(query.where, period, query.moment);
  const key = grouping.key(localTime(where, period, query.moment));
  const rows = await call.database.query<Row & { key: string }>(
    `select ${key} as key, ${query.columns} from ${query.from} ${where.sql} group by 1`,
    where.parameters,
  );
  const found = new Map(rows.map((row) => [row.key, read(row)]));
  return new Map(grouping.keys(period).map((one) => [one, found.get(one) ?? none]));
}

/** A series of plain numbers: the column is `value`. */
export function readNumbers(
  call: Call,
  query: SeriesQuery,
  grouping: Grouping,
): Promise<Map<string, unknown>> {
  return readSeries<{ value: number }>(call, query, grouping, (row) => row.value, 0);
}
