import { InputError } from '../errors/input-error.ts';
import { putBack } from '../reactive/put-back.ts';
import { createQuery, type Query, type QueryParts, type QueryStore } from './query.ts';
import type { QueryDefinition } from './reader.ts';

/** How a query store refreshes its answer. */
export interface QueryOptions {
  /**
   * The age at which an answer is refetched, in ms, from 0. Default: a minute; real time 10 s,
   * incidents 3 min, other system lists a day, `random` never.
   */
  readonly staleTimeMs?: number | undefined;
  /**
   * The interval of refetches while the store has a listener and the page is visible, in ms, from
   * 1000; 0 for none. Default: incidents 3 min, real time 10 s, others none.
   */
  readonly refetchIntervalMs?: number | undefined;
}

/** Returns the query store of a query: the same store for the same query. */
export type CreateQueryStore = <Data>(
  reading: QueryDefinition<Data>,
  options: QueryOptions | null | undefined,
  refetchIntervalMs?: number,
) => QueryStore<Data>;

/** The query stores of a page. */
export interface Queries {
  /** @throws {InputError} `input`, with the name of the option. */
  readonly query: CreateQueryStore;
  /**
   * The access to an item has changed. Queries that depend on it are refetched, those without a
   * listener with the next one.
   */
  readonly refreshAccess: () => void;
}

/** The largest number of stores. Older ones without a listener are removed. */
const maxStores = 100;

export function createQueries(parts: QueryParts): Queries {
  const known = new Map<string, Query<unknown>>();
  parts.reader.onEmptied(() => {
    for (const query of Array.from(known.values())) query.empty();
  });
  const query: CreateQueryStore = <Data>(
    reading: QueryDefinition<Data>,
    options?: QueryOptions | null,
    everyByDefault = 0,
  ) => {
    const { staleTimeMs = reading.staleTimeMs, refetchIntervalMs = everyByDefault } = options ?? {};
    checkOptions(reading.endpoint, { ...options, staleTimeMs, refetchIntervalMs });
    const key = `${reading.key} ${staleTimeMs} ${refetchIntervalMs}`;
    const before = known.get(key);
    if (before) return before.$state as QueryStore<Data>;
    const created: Query<Data> = createQuery({ ...reading, staleTimeMs }, refetchIntervalMs, {
      ...parts,
      onListened: () => putBack(known, key, created as Query<unknown>),
    });
    known.set(key, created as Query<unknown>);
    if (known.size > maxStores) removeOldest(known, key);
    return created.$state;
  };
  return {
    query,
    refreshAccess() {
      for (const { dependsOnAccess, refresh } of Array.from(known.values())) {
        if (dependsOnAccess) refresh();
      }
    },
  };
}

/**
 * Removes the oldest store without a listener. It is emptied now. If the page still holds it, it is
 * put back with its next listener.
 */
function removeOldest(known: Map<string, Query<unknown>>, newest: string): void {
  for (const [key, { isListened, empty }] of known) {
    if (isListened() || key === newest) continue;
    known.delete(key);
    empty();
    return;
  }
}

function checkOptions(
  endpoint: string,
  { staleTimeMs, refetchIntervalMs, ...others }: Required<QueryOptions>,
): void {
  for (const name of Object.keys(others)) {
    throw new InputError(
      endpoint,
      name,
      '(hidden)',
      'left out',
      `there is no option ${name}: the options are staleTimeMs and refetchIntervalMs`,
    );
  }
  if (typeof staleTimeMs !== 'number' || !(staleTimeMs >= 0)) {
    throw new InputError(endpoint, 'staleTimeMs', staleTimeMs, 'a time in ms, from 0');
  }
  if (
    refetchIntervalMs !== 0 &&
    !(Number.isFinite(refetchIntervalMs) && refetchIntervalMs! >= 1000)
  ) {
    throw new InputError(
      endpoint,
      'refetchIntervalMs',
      refetchIntervalMs,
      'a time in ms, from 1000; 0 for never',
    );
  }
}
