import { atom } from 'nanostores';
import { show } from '../browser/events.ts';
import type { CallValues, EndpointId } from '../contract/calls.ts';
import type { MediaData, MediaName } from '../data/allmedia/allmedia.ts';
import type { QueryOptions } from '../data/queries.ts';
import type { QueryState, QueryStore } from '../data/query.ts';
import type { StatisticsData, StatisticsName } from '../data/statistics/statistics.ts';
import type { SystemData, SystemName } from '../data/system/system.ts';
import { errorState } from '../errors/error-state.ts';
import type { UsherError } from '../errors/usher-error.ts';
import { whileListened } from '../session/while-listened.ts';

/** The IDs of the endpoints that have a query store. */
export type QueryId = Extract<
  EndpointId,
  `allmedia/${string}` | `system/${string}` | `statistics/${string}`
>;

/** The data of an endpoint. */
export type QueryData<Id extends QueryId> = Id extends `allmedia/${infer N extends MediaName}`
  ? MediaData<N>
  : Id extends `system/${infer N extends SystemName}`
    ? SystemData<N>
    : Id extends `statistics/${infer N extends StatisticsName}`
      ? StatisticsData<N>
      : never;

/** Returns a query store synchronously. Its code is loaded with its first listener. */
export type RootQuery = <Id extends QueryId>(
  id: Id,
  ...given: {} extends CallValues<Id>
    ? [values?: CallValues<Id>, options?: QueryOptions]
    : [values: CallValues<Id>, options?: QueryOptions]
) => QueryStore<QueryData<Id>>;

/** Loads an area, and returns the query store of one of its endpoints. */
export type LoadQuery = (
  id: string,
  values?: object,
  options?: QueryOptions,
) => Promise<QueryStore<never>>;

/** Creates the function that returns the query stores of a page: the same for the same query. */
export function createRootQuery(
  loadActions: () => Promise<{ readonly loadQuery: LoadQuery }>,
): RootQuery {
  const known: Record<string, QueryStore<never>> = {};
  return (...query: Parameters<LoadQuery>) => {
    const key = JSON.stringify(query, comparable);
    return (known[key] ??= lazyStore(async () => (await loadActions()).loadQuery(...query)));
  };
}

/** Members in one order, and IDs as text: the same query has the same key. */
function comparable(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (Object(value) !== value || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value as object).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** A store that shows another one, which is loaded with the first listener. */
function lazyStore(load: () => Promise<QueryStore<never>>): QueryStore<never> {
  const $state = atom<QueryState<never>>({ data: undefined, updatedAt: null, loading: false });
  let stop: (() => void) | undefined;
  let listening: unknown;
  const fail = (error: UsherError): void =>
    show($state, { ...$state.value!, loading: false, error: errorState(error) });
  return whileListened(
    $state,
    () => {
      const own = (listening = {});
      show($state, { ...$state.value!, loading: true });
      load().then(($query) => {
        if (listening === own) stop = $query.subscribe((state) => show($state, state));
      }, fail);
    },
    () => {
      listening = undefined;
      stop?.();
      stop = undefined;
    },
  );
}
