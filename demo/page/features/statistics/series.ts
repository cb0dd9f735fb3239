import type { ReadOptions, Statistics } from 'usher-runtime';
import { isDaily, type Group, type SeriesFigure } from './figures.ts';
import type { Query } from './query.ts';

/** Values by day, hour or weekday. */
export type TimeSeries = ReadonlyMap<string | number, number>;

/** A figure as a time series; some come by day only. */
export const fetchSeries = (
  statistics: Statistics,
  figure: SeriesFigure,
  by: Group,
  query: Query,
  options: ReadOptions,
): Promise<TimeSeries> =>
  isDaily(figure)
    ? statistics[`${figure}byday`](query, options)
    : statistics[`${figure}by${by}`](query, options);

export const sumOf = (values: Iterable<number>): number =>
  [...values].reduce((sum, value) => sum + value, 0);
