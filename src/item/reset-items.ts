import type { SessionDriver } from '../session/session.ts';
import { followOwner } from '../session/state/follow-owner.ts';
import { viewerOf } from '../session/state/viewer.ts';
import { isErasure } from '../session/storage/saved-session.ts';
import { dropCheck } from './change-item.ts';
import { unasked } from './item-state.ts';
import type { KnownItem } from './item.ts';
import type { Items } from './items.ts';

/**
 * Resets all items within the change of the viewer: another viewer may watch other items. Loaded
 * with the code that checks items: before that no item has a state. After `forget()` no item is
 * checked until the page or the viewer does something.
 */
export function resetWithViewer(session: SessionDriver, { known }: Items): void {
  const userName = (): string | undefined => {
    const viewer = viewerOf(session);
    return viewer && String(viewer.userId);
  };
  followOwner(session, userName, () => {
    const { disposal, saved } = session.context;
    const isAsked = !disposal.aborted && !isErasure(saved);
    for (const each of Array.from(known.values())) reset(each, isAsked);
  });
}

/** Resets an item. With `asksAgain` it is checked again while it has a listener. */
function reset({ internals, refresh }: KnownItem<unknown>, asksAgain: boolean): void {
  const { $state, display } = internals;
  dropCheck(internals, asksAgain);
  if ($state.get() === unasked) return;
  display(unasked);
  // After the change of the viewer is complete.
  if (asksAgain && $state.lc) void Promise.resolve().then(refresh);
}
