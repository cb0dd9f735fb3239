import { show } from '../reactive/events.ts';
import type { SessionDriver } from '../session/session.ts';
import { followOwner } from '../session/state/follow-owner.ts';
import { ownerName } from '../session/state/owner-name.ts';
import { unread, type LoadQuery, type RootStore, type ShowQuery } from './root-query.ts';

/**
 * Creates the function that shows queries in the stores of a page. When the viewer changes, and at
 * the end of the runtime, it empties all of them.
 */
export function createShowQuery(
  session: SessionDriver,
  load: LoadQuery,
  stores: ReadonlyMap<string, RootStore>,
): ShowQuery {
  const followed = new Set<object>();
  followOwner(
    session,
    () => ownerName(session),
    () => {
      for (const { $state } of Array.from(stores.values())) {
        // A followed query empties itself.
        if (!followed.has($state)) show($state, { ...unread, loading: $state.lc > 0 });
      }
    },
  );
  return async ($state, query, signal) => {
    const $query = await load(...query);
    if (signal.aborted) return;
    const stop = $query.subscribe((state) => show($state, state));
    followed.add($state);
    signal.addEventListener('abort', () => {
      stop();
      followed.delete($state);
    });
  };
}
