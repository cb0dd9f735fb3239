import type { SessionDriver } from '../session/session.ts';
import { markAsStale, type KnownItem } from './item.ts';
import type { Items } from './items.ts';

/**
 * Checks items again whose last check gave no answer, when the page has a session again: nothing
 * else says that the platform is back. An item without a listener is checked with its next one.
 */
export function renewFailed({ $session, onChange }: SessionDriver, { known }: Items): void {
  let { status } = $session.get();
  onChange(() => {
    const before = status;
    ({ status } = $session.get());
    if (status !== 'ready' || before === status) return;
    for (const each of Array.from(known.values())) renew(each);
  });
}

function renew({ internals, refresh }: KnownItem<unknown>): void {
  const { $state, asking } = internals;
  const { access, error } = $state.get();
  if (!error || access === 'granted' || asking) return;
  markAsStale(internals);
  // After the change of the session is complete.
  if ($state.lc) void Promise.resolve().then(refresh);
}
