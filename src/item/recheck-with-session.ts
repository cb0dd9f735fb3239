import type { SessionDriver } from '../session/session.ts';
import { viewerOf } from '../session/state/viewer.ts';
import { mayGain, unasked, type ItemState } from './item-state.ts';
import { hasListener, markAsStale, type KnownItem } from './item.ts';
import type { Items } from './items.ts';

/**
 * Checks items again when the session changes. Those whose last check gave no answer, when the page
 * has a session again: nothing else says that the platform is back. When the same user logs in once
 * more, in any tab, those that may be granted for longer now, because a login may redeem a voucher.
 * After a login of another user, all items are reset. An item without a listener is checked with
 * its next one.
 */
export function recheckWithSession(session: SessionDriver, { known }: Items): void {
  const { $session, onChange } = session;
  let { status } = $session.get();
  let viewer = viewerOf(session);
  onChange(() => {
    const before = { status, viewer };
    ({ status } = $session.get());
    viewer = viewerOf(session) ?? viewer;
    const isBack = status === 'ready' && before.status !== status;
    const isSameUser = viewer?.userId && viewer.userId === before.viewer?.userId;
    const hasLoggedIn = isSameUser && viewer?.epoch !== before.viewer?.epoch;
    for (const each of Array.from(known.values())) {
      const state = each.internals.$state.get();
      if (hasLoggedIn ? mayGain(state) : isBack && isUnanswered(each, state)) recheckItem(each);
    }
  });
}

/** Whether an item has no answer, and none is under way: also after `forget()`. */
function isUnanswered({ internals }: KnownItem<unknown>, state: ItemState): boolean {
  const hasFailed = state.access !== 'granted' && !!state.error;
  return !internals.check && (hasFailed || (state === unasked && hasListener(internals)));
}

function recheckItem({ internals, recheck }: KnownItem<unknown>): void {
  const isFollowed = hasListener(internals);
  if (internals.$state.get() === unasked && !isFollowed) return;
  markAsStale(internals);
  // After the change of the session is complete.
  if (isFollowed) void Promise.resolve().then(recheck);
}
