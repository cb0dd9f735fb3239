import { followOwner } from '../../session/calls/follow-owner.ts';
import type { SessionDriver } from '../../session/session.ts';
import { isErasure } from '../../session/saved-session.ts';
import { unasked } from '../item-state.ts';
import type { KnownItem } from '../item.ts';
import type { Items } from '../items.ts';

/**
 * Drops what is known of all items within the change of the viewer: another one may watch other
 * items. Loaded with what asks about items: before that nothing is known of any. After `forget()`
 * nothing is asked until the page or the viewer does something.
 */
export function resetWithViewer(session: SessionDriver, { known }: Items): void {
  const userName = (): string | undefined => {
    const viewer = session.viewer();
    return viewer && String(viewer.userId);
  };
  followOwner(session, userName, () => {
    const { disposed, saved } = session.context;
    for (const each of Object.values(known)) reset(each, !disposed && !isErasure(saved));
  });
}

/** With `asksAgain` an item is asked again while somebody listens. */
function reset({ own, refresh }: KnownItem<unknown>, asksAgain: boolean): void {
  const { $state, display } = own;
  Object.assign(own, { asking: undefined, isStale: true, asksAgain });
  if ($state.get() === unasked) return;
  display(unasked);
  // When the change of the viewer is complete.
  if (asksAgain && $state.lc) void Promise.resolve().then(refresh);
}
