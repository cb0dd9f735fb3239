import type { Writable } from '../session/state/writable.ts';
import { markAsStale, type ItemRecord } from './item.ts';

type WritableItem = Writable<ItemRecord>;

/** A check that begins. */
type Check = Required<Pick<ItemRecord, 'asking' | 'turn' | 'isUrgent'>>;

/** Begins a check. Its answer is the latest. */
export function beginCheck(own: WritableItem, check: Check): void {
  Object.assign(own, check);
  own.isStale = false;
}

/** Ends the check under way. */
export function endCheck(own: WritableItem): void {
  own.asking = undefined;
}

/** Marks the check under way as one for which the page waits. */
export function markAsUrgent(own: WritableItem): void {
  own.isUrgent = true;
}

/** Begins a claim of a viewer. */
export function beginClaim(
  own: WritableItem,
  { claiming, claimant }: Required<Pick<ItemRecord, 'claiming' | 'claimant'>>,
): void {
  own.claiming = claiming;
  own.claimant = claimant;
}

/** Ends a claim, unless another one has begun. */
export function endClaim(own: WritableItem, claiming: ItemRecord['claiming']): void {
  if (own.claiming === claiming) own.claiming = undefined;
}

/**
 * Drops the check under way, because the viewer has changed. `asksAgain`: it is repeated for its
 * caller.
 */
export function dropCheck(own: WritableItem, asksAgain: boolean): void {
  endCheck(own);
  markAsStale(own);
  own.asksAgain = asksAgain;
}
