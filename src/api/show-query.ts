import { mayAskAgain } from '../item/reset-items.ts';
import { show } from '../reactive/events.ts';
import type { SessionDriver } from '../session/session.ts';
import { followOwner } from '../session/state/follow-owner.ts';
import { ownerName } from '../session/state/owner-name.ts';
import { unread, type LoadQuery, type RootStore, type ShowQuery } from './root-query.ts';

/**
 * Creates the function that shows queries in the stores of a page. When the viewer changes, and at
 * the end of the runtime, it empties all of them at once.
 */
export function createShowQuery(
  session: SessionDriver,
  load: LoadQuery,
  stores: ReadonlyMap<string, RootStore>,
): ShowQuery {
  const followed = new Map<object, Awaited<ReturnType<LoadQuery>>>();
  let isFollowing = false;
  const emptyAll = (): void => {
    for (const { $state } of Array.from(stores.values())) {
      // A followed query has emptied itself, if it depends on the viewer.
      const state = followed.get($state)?.get();
      show($state, state ?? { ...unread, loading: $state.value.loading });
    }
  };
  return async ($state, query, signal, viewerSignal) => {
    const $query = await load(...query);
    // The queries follow the viewer since they were loaded, so they are emptied before the stores.
    if (!isFollowing) followOwner(session, () => ownerName(session), emptyAll);
    isFollowing = true;
    if (!signal.aborted && viewerSignal.aborted && !mayAskAgain(session)) {
      // The viewer has had everything erased since: nothing is requested until there is a session.
      show($state, unread);
      await untilSession(session, signal);
    }
    if (signal.aborted) return;
    const stop = $query.subscribe((state) => show($state, state));
    followed.set($state, $query);
    signal.addEventListener('abort', () => {
      stop();
      followed.delete($state);
    });
  };
}

/** Waits until the page has a session again after an erasure, or for the signal. */
const untilSession = (session: SessionDriver, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      stop();
      resolve();
    };
    const stop = session.onChange(() => mayAskAgain(session) && end());
    signal.addEventListener('abort', end);
  });
