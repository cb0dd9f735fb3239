import { InputError } from '../errors/input-error.ts';
import { createQuery } from './query.ts';
import type { Query, QueryParts, QueryStore } from './query.ts';
import type { Reading } from './reader.ts';

/** How a query store keeps itself up to date. */
export interface QueryOptions {
  /** How old an answer may be before it is asked for again, in ms, from 0. Default: a minute; real time 10 s, incidents 3 min, other system lists a day, `random` for ever. */
  readonly freshMs?: number | undefined;
  /** Asks again so often while somebody listens and the page is visible, in ms, from 1000; 0 for never. Default: incidents every 3 min, real time every 10 s, others not. */
  readonly everyMs?: number | undefined;
}

/** The query stores of a page: the same store for the same question. */
export type Queries = <Data>(endpoint: string, reading: Reading<Data>, options: QueryOptions | undefined, everyMs?: number) => QueryStore<Data>;

/** Stores beyond these are forgotten, the oldest first, unless somebody listens. */
const mostStores = 100;

/** @throws {InputError} `input`, naming the option; by the returned function. */
export function createQueries(parts: QueryParts): Queries {
  const known = new Map<string, Query<unknown>>();
  parts.reader.onEmptied(() => {
    for (const query of Array.from(known.values())) query.empty();
  });
  return <Data>(endpoint: string, reading: Reading<Data>, options: QueryOptions = {}, everyByDefault = 0) => {
    const { freshMs = reading.freshMs, everyMs = everyByDefault, ...others } = options;
    for (const name of Object.keys(others)) throw new InputError(endpoint, name, (others as Record<string, unknown>)[name], 'freshMs or everyMs');
    if (typeof freshMs !== 'number' || !(freshMs >= 0)) throw new InputError(endpoint, 'freshMs', freshMs, 'a time in ms, from 0');
    if (everyMs !== 0 && !(Number.isFinite(everyMs) && everyMs >= 1000)) throw new InputError(endpoint, 'everyMs', everyMs, 'a time in ms, from 1000; 0 for never');
    const key = `${reading.key} ${freshMs} ${everyMs}`;
    const before = known.get(key);
    if (before) return before.$state as QueryStore<Data>;
    const query = createQuery({ ...reading, freshMs }, everyMs, parts);
    known.set(key, query as Query<unknown>);
    for (const [name, { isListened }] of known.size > mostStores ? known : []) {
      if (isListened() || name === key) continue;
      known.delete(name);
      break;
    }
    return query.$state;
  };
}
