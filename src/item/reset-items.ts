import type { SessionDriver } from '../session/session.ts';
import { followOwner } from '../session/state/follow-owner.ts';
import { viewerOf } from '../session/state/viewer.ts';
import { isErasure } from '../session/storage/saved-session.ts';
import { dropCheck } from './change-item.ts';
import { unasked } from './item-state.ts';
import { hasListener, type KnownItem } from './item.ts';
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
    for (const each of Array.from(known.values())) reset(each, session);
  });
}

/** Whether items may be checked without a new call of the page: not after an erasure. */
export const mayAskAgain = ({ context }: Pick<SessionDriver, 'context'>): boolean =>
  !context.disposal.aborted && !isErasure(context.record);

/** Resets an item. It is checked again while it has a listener. */
function reset({ internals, recheck }: KnownItem<unknown>, session: SessionDriver): void {
  const { $state, display } = internals;
  dropCheck(internals);
  if ($state.get() === unasked) return;
  const checking = hasListener(internals) && mayAskAgain(session);
  display(checking ? { ...unasked, checking } : unasked);
  if (!checking) return;
  // After the change of the viewer is complete. The page may have erased everything by then.
  void Promise.resolve().then(() => {
    if (mayAskAgain(session)) void recheck();
    else display(unasked);
  });
}
