import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useState } from 'react';
import type {
  CallValues,
  QueryData,
  QueryId,
  QueryOptions,
  QueryState,
  QueryStore,
  Usher,
} from '../index.ts';
import { useUsher } from './usher-context.ts';

/** How `useQuery` asks. */
export interface UseQueryOptions extends QueryOptions {
  /** `false`: nothing is asked, for instance while a search field is empty. Default: `true`. */
  readonly enabled?: boolean | undefined;
}

/** The answer of a query. */
export interface UseQueryResult<Data> extends QueryState<Data> {
  /** The answer is on its way. `true` on a server too, unless `enabled` is `false`. */
  readonly loading: boolean;
  /** `data` is the answer to the values of an earlier render; the answer to these is loading. */
  readonly isPrevious: boolean;
}

/** The values of a query, which may be left out where none is required. */
type Given<Id extends QueryId> =
  {} extends CallValues<Id>
    ? [values?: CallValues<Id>, options?: UseQueryOptions]
    : [values: CallValues<Id>, options?: UseQueryOptions];

/** `usher.$query` of one endpoint. */
type QueryOf<Id extends QueryId> = (
  id: Id,
  values: CallValues<Id> | undefined,
  options: QueryOptions,
) => QueryStore<QueryData<Id>>;

/** The last answer that a component has shown, and whose it is. */
interface Shown<Data> {
  readonly usher: Usher;
  readonly $query: QueryStore<Data>;
  readonly userId: string | undefined;
}

const unread: QueryState<never> = { data: undefined, updatedAt: null, loading: false };
/** The store of a query that is not enabled. */
const $unasked = atom(unread);

/**
 * Follows the answer of a data endpoint. It is fetched while a component shows it; components with
 * the same query share it. The values may be another object in each render. When they
 * or the ID change, the previous answer stays in `data` until the next one is there, so that a
 * list does not flicker. An answer never stays for another viewer.
 * @throws {Error} without an `UsherProvider`. Wrong values are an `input` error in `error`.
 * @example const { data, error, isPrevious } = useQuery('allmedia/latest', { start, limit: 20 });
 *   if (!data) return <p>{error?.message ?? 'One moment …'}</p>;
 *   return <Films items={data.items} dimmed={isPrevious} />;
 */
export function useQuery<Id extends QueryId>(
  id: Id,
  ...[values, options = {}]: Given<Id>
): UseQueryResult<QueryData<Id>> {
  const { enabled = true, ...others } = options;
  const usher = useUsher();
  const userId = useStore(usher.$user, { ssr: 'initial' })?.id;
  // The arguments fit: `Given` has those of `usher.$query`.
  const queryOf = usher.$query as QueryOf<Id>;
  const $query = enabled ? queryOf(id, values, others) : $unasked;
  const state = useStore($query, { ssr: 'initial' });
  const [shown, setShown] = useState<Shown<QueryData<Id>>>();

  const isAnswered = state.data !== undefined;
  if (isAnswered && (shown?.$query !== $query || shown.userId !== userId)) {
    setShown({ usher, $query, userId });
  }
  const isWaiting = enabled && !isAnswered && !state.error;
  // Another runtime may be of another platform, where the ID is that of another viewer.
  const mayStay = isWaiting && shown && shown.usher === usher && shown.userId === userId;
  // The store of the previous answer is emptied when the viewer changes.
  const previous = mayStay ? shown.$query.get().data : undefined;
  return {
    ...state,
    data: isAnswered ? state.data : previous,
    loading: state.loading || isWaiting,
    isPrevious: previous !== undefined,
  };
}
