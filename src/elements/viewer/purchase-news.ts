import type { PurchaseState } from '../../checkout/purchase/purchase-state.ts';
import { speakers } from '../speakers.ts';

type Status = PurchaseState['status'];

/**
 * Creates a function that finds the purchases whose status has changed since its last call. One
 * that was not known before has not changed.
 */
export function createPurchaseNews(): (
  purchases: readonly PurchaseState[],
) => readonly PurchaseState[] {
  let known: ReadonlyMap<string, Status> = new Map();
  return (purchases) => {
    const before = known;
    known = new Map(purchases.map(({ id, status }) => [id, status]));
    return purchases.filter(({ id, status }) => {
      const last = before.get(id);
      return last !== undefined && last !== status && !isSpoken(id);
    });
  };
}

/** A panel of the page says it, by its heading or as a status. */
const isSpoken = (id: string): boolean => Array.from(speakers()).some((says) => says(id));
