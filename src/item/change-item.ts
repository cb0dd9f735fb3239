import type { Writable } from '../session/state/writable.ts';
import { markAsStale, type ItemInternals } from './item.ts';

type WritableItem = Writable<ItemInternals>;

/** A check that begins. */
type Check = Required<Pick<ItemInternals, 'asking' | 'turn' | 'isUrgent'>>;

/** Begins a check. Its answer is the latest. */
export function beginCheck(internals: WritableItem, check: Check): void {
  Object.assign(internals, check);
  internals.isStale = false;
}

/** Ends the check under way. */
export function endCheck(internals: WritableItem): void {
  internals.asking = undefined;
}

/** Marks the check under way as one for which the page waits. */
export function markAsUrgent(internals: WritableItem): void {
  internals.isUrgent = true;
}

/** Begins a claim of a viewer. */
export function beginClaim(
  internals: WritableItem,
  { claiming, claimant }: Required<Pick<ItemInternals, 'claiming' | 'claimant'>>,
): void {
  internals.claiming = claiming;
  internals.claimant = claimant;
}

/** Ends a claim, unless another one has begun. */
export function endClaim(internals: WritableItem, claiming: ItemInternals['claiming']): void {
  if (internals.claiming === claiming) internals.claiming = undefined;
}

/** Drops the check under way, because the viewer has changed. */
export function dropCheck(internals: WritableItem): void {
  endCheck(internals);
  markAsStale(internals);
}
