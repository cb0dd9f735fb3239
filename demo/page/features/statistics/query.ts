import { daysBefore } from './days.ts';

/**
 * The statistics' own words for what is looked at. One item is asked for by its GlobalID, among all
 * media.
 */
export function questionOf({ from, to, timezone, streamtype, gateway, device, country, item }) {
  return {
    ...periodQuestion({ from, to, timezone, streamtype, item }),
    ...(gateway && { gateway }),
    ...(device && { device }),
    ...(country && { countryCode: country }),
  };
}

/** The same for figures that only know of the period and the item. */
export function periodQuestion({ from, to, timezone, streamtype, item }) {
  return { streamtype: item ? 'allmedia' : streamtype, from, to, timezone, ...(item && { item }) };
}

/** The same question of the days before. */
export const earlier = (question) => ({ ...question, ...daysBefore(question) });
