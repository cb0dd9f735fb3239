import type { Clock } from '../../browser/clock.ts';
import type { StatisticsCalls } from '../../contract/call-values/statistics.ts';
import { rowOf } from '../../contract/encode-call.ts';
import { statistics as area } from '../../contract/statistics.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { MalformedError } from '../../errors/malformed-error.ts';
import { createCalls, definitionOf, type DataParts } from '../ask.ts';
import type { QueryOptions } from '../queries.ts';
import type { QueryStore } from '../query.ts';
import type { QueryDefinition, ReadOptions } from '../reader.ts';
import { figuresReader, type FiguresReader } from './read-ordered.ts';
import type { Series } from './statistics-keys.ts';

type Name = keyof StatisticsCalls;
/** The name of an endpoint of `/statistics`. */
export type StatisticsName = Name;
/** The data of an endpoint of `/statistics`. */
export type StatisticsData<N extends Name> = Series<N>;

/**
 * Figures of the domain (`/statistics`), one function for each endpoint, with its name in the
 * interface. Answers are `Map`s in the platform's order. They are shared: do not change them.
 */
export type Statistics = {
  readonly [N in keyof StatisticsCalls]: (
    values: StatisticsCalls[N],
    options?: ReadOptions,
  ) => Promise<Series<N>>;
} & {
  /**
   * A store of an answer. It is fetched while the store has a listener. Real-time figures are
   * fetched every 10 s while the page is visible.
   * @throws `input`, at once.
   * @example statistics.$query('realtime', { streamtype: 'video' }).subscribe(({ data = new Map()
   *   }) => …);
   */
  readonly $query: <N extends Name>(
    name: N,
    values: StatisticsCalls[N],
    options?: QueryOptions,
  ) => QueryStore<Series<N>>;
};

/** Figures are fresh for a minute, real-time figures for 10 s. */
const staleTimeMs = 60_000;
const realtimeMs = 10_000;

export function createStatistics(
  parts: DataParts,
  clock: Clock,
  dialect: Partial<Dialect>,
): Statistics {
  const readingFor = (name: string, values?: object): QueryDefinition<never> => {
    rowOf(area, name); // refuses a name that is none
    const reader = figuresReader(name, clock, dialect);
    return definitionOf<unknown>(parts, area, name, values, {
      staleTimeMs: isRealtime(name) ? realtimeMs : staleTimeMs,
      parse: reader.parse,
      convert: readSeries(name, reader),
    }) as QueryDefinition<never>; // each row's own type is in `Statistics`
  };
  return {
    ...createCalls<Omit<Statistics, '$query'>>(parts, area, readingFor),
    $query: (name, values, options) =>
      parts.query(readingFor(name, values), options, isRealtime(name) ? realtimeMs : 0),
  };
}

const isRealtime = (name: string): boolean => name.startsWith('realtime');

const readSeries =
  (name: string, { convert }: FiguresReader) =>
  ({ result }: Answer): ReadonlyMap<unknown, unknown> => {
    const series = convert(result);
    if (series instanceof Map) return series;
    throw new MalformedError(`statistics/${name}`, 'the answer holds no figures');
  };
