import type { Writable } from '../session/state/writable.ts';
import { markAsStale, type CheckUnderWay, type ClaimUnderWay, type ItemInternals } from './item.ts';

type WritableItem = Writable<ItemInternals>;

/** Begins a check or a claim. Its answer is the latest. */
export function beginCheck(internals: WritableItem, check: CheckUnderWay): void {
  internals.check = check;
  internals.isStale = false;
}

/** Notes until when the platform has requested to wait. 0: it has answered. */
export function setRetryAt(internals: WritableItem, retryAt: number): void {
  internals.retryAt = retryAt;
}

/** Ends the check under way. */
export function endCheck(internals: WritableItem): void {
  internals.check = undefined;
}

/** Marks the check under way as one for which the page waits. */
export function markAsUrgent({ check }: ItemInternals): void {
  if (check) check.isUrgent = true;
}

/** Begins a claim of a viewer. */
export function beginClaim(internals: WritableItem, claim: ClaimUnderWay): void {
  internals.claim = claim;
}

/** Ends a claim, unless another one has begun. */
export function endClaim(internals: WritableItem, claim: ClaimUnderWay): void {
  if (internals.claim === claim) internals.claim = undefined;
}

/** Drops the check under way, because the viewer has changed. */
export function dropCheck(internals: WritableItem): void {
  endCheck(internals);
  markAsStale(internals);
}
