import type { Where } from '../allmedia/where.ts';
import { daysOf, type Period } from './period.ts';

/** What a time series is grouped by. */
export interface Grouping {
  /** The SQL of a group's key; `local` is the moment as a clock in the timezone showed it. */
  readonly key: (local: string) => string;
  /** Every key of the period, in order: groups without events are in the answer too. */
  readonly keys: (period: Period) => readonly string[];
}

const numbers = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

/** The groupings, by the ending of the endpoints' names. */
export const groupings = {
  /** YYYY-MM-DD */
  byday: { key: (local) => `to_char(${local}, 'YYYY-MM-DD')`, keys: daysOf },
  /** 0 to 23. The hour that comes twice when summer time ends is one. */
  byhour: { key: (local) => `extract(hour from ${local})::int4::text`, keys: () => numbers(0, 23) },
  /** 1, Monday, to 7, Sunday. */
  byweekday: {
    key: (local) => `extract(isodow from ${local})::int4::text`,
    keys: () => numbers(1, 7),
  },
} as const satisfies Readonly<Record<string, Grouping>>;

/** The SQL of a moment as a clock in the period's timezone showed it. */
export function localTime(where: Where, { timezone }: Period, moment: string): string {
  return `(${moment} at time zone ${where.parameter(timezone)}::text)`;
}
