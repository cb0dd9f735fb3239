import type { ProgressFigures, RealtimeFigures } from '../../contract/answers/statistics.ts';
import { numberOf, recordOf } from '../../dialect/readers.ts';

/** `YYYY-MM-DD`. */
export type Day = `${number}-${number}-${number}`;
/** 0 to 23. */
export type Hour =
  | 0
  | 1
  | 2
  | 3
  | 4
  | 5
  | 6
  | 7
  | 8
  | 9
  | 10
  | 11
  | 12
  | 13
  | 14
  | 15
  | 16
  | 17
  | 18
  | 19
  | 20
  | 21
  | 22
  | 23;
/** 1 (Monday) to 7 (Sunday). */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** The keys of an answer: hours and weekdays are numbers, IDs and words are text. */
export type KeyOf<Name extends string> = Name extends `${string}byday`
  ? Day
  : Name extends `${string}byhour`
    ? Hour
    : Name extends `${string}byweekday`
      ? Weekday
      : string;
export type FigureOf<Name extends string> = Name extends 'viewprogressbyday'
  ? ProgressFigures
  : Name extends `realtime${string}`
    ? RealtimeFigures
    : number;

/** An answer of statistics, in the order of the wire. */
export type Series<Name extends string> = ReadonlyMap<KeyOf<Name>, FigureOf<Name>>;

/** Creates the reader of an endpoint's entries. A value that is not a number stays as it is. */
export function entryReader(
  name: string,
): (key: string, value: unknown) => readonly [string | number, unknown] {
  const countsKeys = /by(?:hour|weekday)$/.test(name);
  return (key, value) => [countsKeys && /^\d\d?$/.test(key) ? Number(key) : key, figureOf(value)];
}

/**
 * Platforms write numbers as text too. Integers beyond the range of a JavaScript number stay text,
 * with every digit.
 */
function figureOf(value: unknown): unknown {
  const figures = recordOf(value);
  if (figures) {
    return Object.fromEntries(
      Object.entries(figures).map(([name, figure]) => [name, figureOf(figure)]),
    );
  }
  const number = numberOf(value);
  return number === undefined || (Number.isInteger(number) && !Number.isSafeInteger(number))
    ? value
    : number;
}
