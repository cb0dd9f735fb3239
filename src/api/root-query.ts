import { atom, type PreinitializedWritableAtom } from 'nanostores';
import { oncePart } from '../browser/load-chunk.ts';
import { nothing } from '../browser/nothing.ts';
import { onNetworkBack, onWake } from '../browser/wake.ts';
import type { CallValues, EndpointId } from '../contract/calls.ts';
import { copyValues } from '../contract/copy-values.ts';
import type { MediaData, MediaName } from '../data/allmedia/allmedia.ts';
import type { QueryOptions } from '../data/queries.ts';
import type { QueryState, QueryStore } from '../data/query.ts';
import type { StatisticsData, StatisticsName } from '../data/statistics/statistics.ts';
import type { SystemData, SystemName } from '../data/system/system.ts';
import { errorState } from '../errors/error-state.ts';
import { isObject } from '../errors/is-object.ts';
import type { UsherError } from '../errors/usher-error.ts';
import { show } from '../reactive/events.ts';
import { putBack } from '../reactive/put-back.ts';
import { whileListened } from '../reactive/while-listened.ts';
import type { SessionDriver } from '../session/session.ts';
import type { SessionContext } from '../session/state/session-context.ts';

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

/**
 * Shows a query in a store of the page, until the signal. `viewerSignal`: of the viewer when the
 * store got its first listener.
 */
export type ShowQuery = (
  $state: RootStore['$state'],
  query: Parameters<LoadQuery>,
  signal: AbortSignal,
  viewerSignal: AbortSignal,
) => Promise<void>;

/** Loads the code for that, and shows a query to the viewer at the time of the call. */
type ShowUntil = (
  $state: RootStore['$state'],
  query: Parameters<LoadQuery>,
  signal: AbortSignal,
) => Promise<void>;

/** Creates the function that shows queries. It empties the stores when their viewer changes. */
export type CreateShowQuery = (stores: ReadonlyMap<string, RootStore>) => ShowQuery;

/** A query store, and the state that it shows. */
export interface RootStore {
  readonly $state: PreinitializedWritableAtom<QueryState<never>>;
  readonly $query: QueryStore<never>;
}

/** The largest number of stores. Older ones without a listener are removed. */
const maxStores = 100;

/**
 * Creates the function that returns the query stores of a page: the same for the same query. Stores
 * are emptied when the viewer changes, and at the end of the runtime.
 */
export function createRootQuery(
  loadActions: () => Promise<{ readonly createShowQuery: CreateShowQuery }>,
  { context }: Pick<SessionDriver, 'context'>,
): RootQuery {
  const known = new Map<string, RootStore>();
  // No store has data before.
  const loadShow = oncePart(loadActions, ({ createShowQuery }) => createShowQuery(known));
  const showUntil: ShowUntil = ($state, query, signal) => {
    const viewerSignal = context.viewerController.signal;
    return loadShow().then((showQuery) => showQuery($state, query, signal, viewerSignal));
  };
  return (id: string, values?: object, options?: QueryOptions) => {
    // The page may change its objects before the first listener.
    const query: Parameters<LoadQuery> = [id, copyValues(values), { ...options }];
    const key = keyOf(query);
    if (key === undefined) return createStore(showUntil, context, query, nothing).$query;
    const before = known.get(key);
    if (before) return before.$query;

    const created: RootStore = createStore(showUntil, context, query, () =>
      putBack(known, key, created),
    );
    if (known.size >= maxStores) removeOldest(known);
    known.set(key, created);
    return created.$query;
  };
}

/**
 * Removes the oldest store without a listener, and empties it. If the page still holds it, it is
 * put back with its next listener.
 */
function removeOldest(known: Map<string, RootStore>): void {
  for (const [key, { $state }] of known) {
    if ($state.lc) continue;
    known.delete(key);
    show($state, unread);
    return;
  }
}

/** The key of a query. A circular value has none: the store of its query shows the error. */
function keyOf(query: Parameters<LoadQuery>): string | undefined {
  try {
    return JSON.stringify(query, comparable);
  } catch {
    return undefined;
  }
}

/**
 * Members in one order, and IDs as text: the same query has the same key. NaN and Infinity are text
 * too, because in JSON they are `null`.
 */
function comparable(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) {
    return String(value);
  }
  if (!isObject(value) || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

export const unread: QueryState<never> = { data: undefined, updatedAt: null, loading: false };

/**
 * Creates a store that shows a query while it has a listener. If the code for that is not loaded,
 * it is requested again when the network may be back.
 */
function createStore(
  showUntil: ShowUntil,
  { browser: { onWake: wake = onWake }, disposal }: SessionContext,
  query: Parameters<LoadQuery>,
  onListened: () => void,
): RootStore {
  const $state = atom(unread);
  let listening = new AbortController();
  const ask = (): void => {
    const { signal } = listening;
    show($state, { ...$state.value, loading: true });
    showUntil($state, query, signal).catch((error: UsherError) => {
      show($state, { ...$state.value, loading: false, error: errorState(error) });
      if (!error.retryable || signal.aborted) return;
      const stop = (): void => {
        stopWaiting();
        for (const end of [signal, disposal]) end.removeEventListener('abort', stop);
      };
      const stopWaiting = onNetworkBack(wake, () => {
        stop();
        ask();
      });
      for (const end of [signal, disposal]) end.addEventListener('abort', stop);
    });
  };
  const begin = (): void => {
    onListened();
    listening = new AbortController();
    ask();
  };
  const end = (): void => {
    listening.abort();
    show($state, { ...$state.value, loading: false });
  };
  return { $state, $query: whileListened($state, begin, end) };
}
