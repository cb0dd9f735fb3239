import type { Clock } from '../../browser/clock.ts';
import type { OnWake } from '../../browser/wake.ts';
import type { KnownItem } from '../item.ts';
import type { Items } from '../items.ts';

/** The wait before the next check, when the check at the end of a grant failed. */
const againMs = 60_000;

/** A grant, and when the page learned of it, by both clocks. */
interface Grant {
  readonly checkedAt: number | null;
  readonly until: number;
  readonly wallAt: number;
  readonly monotonicAt: number;
  /** Monotonic time before which the item is not checked again. */
  notBefore: number;
}

/**
 * Checks each grant again when it ends, by the clock that has advanced more: one clock stops in
 * sleep, the other can be set back. It runs when a timer fires, when an item changes and when the
 * page wakes. The returned function stops it.
 */
export function watchGrants({ known, observers }: Items, clock: Clock, onWake: OnWake): () => void {
  const grants = new Map<KnownItem<unknown>, Grant>();
  let cancel = (): void => {};
  const checkGrants = (): void => {
    cancel();
    let soonestMs = Infinity;
    for (const item of Object.values(known)) {
      const grant = learn(grants, item, clock);
      if (!grant) continue;
      if (waitOf(grant, clock) <= 0) {
        grant.notBefore = clock.monotonic() + againMs;
        void item.refresh();
      }
      soonestMs = Math.min(soonestMs, waitOf(grant, clock));
    }
    if (soonestMs < Infinity) cancel = clock.after(soonestMs, checkGrants);
  };
  const stopWaking = onWake(checkGrants);
  observers.add(checkGrants);
  checkGrants();
  return () => {
    stopWaking();
    observers.delete(checkGrants);
    cancel();
  };
}

/** The present grant of an item. `undefined` without a grant that ends. */
function learn(
  grants: Map<KnownItem<unknown>, Grant>,
  item: KnownItem<unknown>,
  clock: Clock,
): Grant | undefined {
  const { access, expiresAt: until, checkedAt } = item.own.$state.get();
  const before = grants.get(item);
  if (access !== 'granted' || !until) return void grants.delete(item);
  if (before?.until === until && before.checkedAt === checkedAt) return before;
  const grant = {
    checkedAt,
    until,
    wallAt: checkedAt ?? clock.now(),
    monotonicAt: clock.monotonic(),
    notBefore: before?.notBefore ?? 0,
  };
  grants.set(item, grant);
  return grant;
}

/** The time until a grant must be checked, in ms. */
function waitOf({ until, wallAt, monotonicAt, notBefore }: Grant, clock: Clock): number {
  const elapsedMs = Math.max(clock.now() - wallAt, clock.monotonic() - monotonicAt);
  return Math.max(until - wallAt - elapsedMs, notBefore - clock.monotonic());
}
