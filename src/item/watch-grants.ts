import type { Clock } from '../browser/clock.ts';
import { nothing } from '../browser/nothing.ts';
import type { OnWake } from '../browser/wake.ts';
import type { Grace } from './fetch-item-state.ts';
import { unasked, type ItemState } from './item-state.ts';
import type { KnownItem } from './item.ts';
import type { Items } from './items.ts';

/** The wait before the next check, when the check at the end of a grant failed. */
const retryMs = 60_000;
/**
 * The first wait, when the platform confirms a grant at its end: its clock is behind that of the
 * page, or it leaves out the fraction of a second. Each further wait is twice as long.
 */
const confirmedMs = 2000;

/** A grant, and when the page learned of it, by both clocks. */
interface Grant {
  readonly checkedAt: number | null;
  readonly until: number;
  readonly wallAt: number;
  readonly monotonicAt: number;
  /** The wait after the next confirmation at its end. */
  readonly confirmedMs: number;
  /** Monotonic time before which the item is not checked again. */
  notBefore: number;
  /** What is shown when the grant has ended, and the platform has requested to wait. */
  endedState?: ItemState;
}

/**
 * Checks each grant again when it ends, by the clock that has advanced more: one clock stops in
 * sleep, the other can be set back. A change of an item looks at that item. When a timer fires and
 * when the page wakes, all grants are looked at. A grant that is kept for the grace period is
 * checked at the end of that too. If the platform has requested to wait, a grant that ends
 * meanwhile is shown as ended, and is checked after the wait. The returned function stops it.
 */
export function watchGrants(
  { known, observers }: Items,
  clock: Clock,
  onWake: OnWake,
  selling: Grace = {},
): () => void {
  const grants = new Map<KnownItem<unknown>, Grant>();
  const timer = createTimer(clock, () => checkAll());
  const check = (item?: KnownItem<unknown>): void => {
    if (!item) return; // access may change, and no state has
    const grant = learn(grants.get(item), item.internals.$state.get(), clock);
    if (!grant) {
      grants.delete(item);
      return;
    }
    grants.set(item, grant);
    const { retryAt } = item.internals;
    const validMs = leftOf(grant, clock) + (selling.graceMs ?? 0); // it may be configured later
    if (waitOf(grant, clock, retryAt) <= 0) {
      grant.notBefore = clock.monotonic() + (validMs > 0 ? Math.min(validMs, retryMs) : retryMs);
      void item.recheck();
    } else if (validMs <= 0 && isBefore(retryAt, clock)) {
      showEnd(item, grant);
    }
    const waitMs = waitOf(grant, clock, retryAt);
    timer.plan(validMs > 0 && isBefore(retryAt, clock) ? Math.min(validMs, waitMs) : waitMs);
  };
  const checkAll = (): void => {
    timer.stop();
    for (const item of Array.from(grants.keys())) check(item);
  };
  const stopWaking = onWake(checkAll);
  observers.add(check);
  for (const item of known.values()) check(item);
  return () => {
    stopWaking();
    observers.delete(check);
    timer.stop();
  };
}

/** Creates a timer for the earliest of the moments that are planned. */
function createTimer(
  clock: Clock,
  run: () => void,
): { readonly plan: (waitMs: number) => void; readonly stop: () => void } {
  let cancel = nothing;
  let timerEndsAt = Infinity; // monotonic
  return {
    plan(waitMs) {
      const endsAt = clock.monotonic() + waitMs;
      if (endsAt >= timerEndsAt) return;
      cancel();
      timerEndsAt = endsAt;
      cancel = clock.after(waitMs, run);
    },
    stop() {
      cancel();
      timerEndsAt = Infinity;
    },
  };
}

/** Shows that a grant has ended, without a check. */
function showEnd({ internals }: KnownItem<unknown>, grant: Grant): void {
  if (grant.endedState) return;
  const { error } = internals.$state.get();
  grant.endedState = { ...unasked, reason: 'error', error };
  internals.display(grant.endedState);
}

/** The grant of a state. `undefined` without a grant that ends. */
function learn(before: Grant | undefined, state: ItemState, clock: Clock): Grant | undefined {
  const { access, expiresAt: until, checkedAt } = state;
  if (before?.endedState === state) return before;
  if (access !== 'granted' || !until) return undefined;
  if (before?.until === until && before.checkedAt === checkedAt) return before;
  const monotonicAt = clock.monotonic();
  const grant: Grant = {
    checkedAt,
    until,
    wallAt: clock.now(),
    monotonicAt,
    confirmedMs,
    notBefore: before?.notBefore ?? 0,
  };
  const isConfirmed = before?.until === until && before.notBefore > monotonicAt;
  if (!isConfirmed) return grant;
  return {
    ...grant,
    confirmedMs: Math.min(before.confirmedMs * 2, retryMs),
    notBefore: monotonicAt + before.confirmedMs,
  };
}

const isBefore = (monotonicTime: number, clock: Clock): boolean =>
  clock.monotonic() < monotonicTime;

/** The time until a grant must be checked, in ms. `retryAt`: when the platform allows a check. */
const waitOf = (grant: Grant, clock: Clock, retryAt: number): number =>
  Math.max(leftOf(grant, clock), Math.max(grant.notBefore, retryAt) - clock.monotonic());

/** The time until a grant ends, in ms. */
function leftOf({ until, wallAt, monotonicAt }: Grant, clock: Clock): number {
  const elapsedMs = Math.max(clock.now() - wallAt, clock.monotonic() - monotonicAt);
  return until - wallAt - elapsedMs;
}
