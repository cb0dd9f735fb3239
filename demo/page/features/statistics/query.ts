import type { CallValues } from 'usher-runtime';
import type { View } from './address.ts';
import { daysBefore, type Period } from './days.ts';

/** The values of a call of statistics, with its period as days. */
export type Query = CallValues<'statistics/viewsbyday'> & Period;

/** What is looked at, as the statistics take it. */
export function queryOf(view: View): Query {
  const { gateway, device, country } = view;
  return {
    ...periodQuery(view),
    ...(gateway && { gateway }),
    ...(device && { device }),
    ...(country && { countryCode: country }),
  };
}

/** The same for figures that only know of the period and the item. */
export const periodQuery = ({ from, to, timezone, streamtype, item }: View): Query => ({
  // One item is asked for by its global ID, among all media.
  streamtype: item ? 'allmedia' : streamtype,
  from,
  to,
  timezone,
  ...(item && { item }),
});

/** The same for figures of the whole platform. */
export const platformQuery = ({ from, to, timezone }: View): Query => ({
  streamtype: 'allmedia',
  from,
  to,
  timezone,
});

/** The same query of the days before. */
export const previousQuery = <Q extends Query>(query: Q): Q => ({ ...query, ...daysBefore(query) });
