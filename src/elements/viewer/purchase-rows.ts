import type { PurchaseState } from '../../checkout/purchase/purchase-state.ts';
import { showsContinue } from '../purchase-text.ts';

/** A row of the list of purchases. */
export interface PurchaseRow {
  readonly purchase: PurchaseState;
  /** The viewer can open the provider again, or give the purchase up. */
  readonly canContinue: boolean;
}

/** The rows of the list of purchases, the newest first. */
export const purchaseRows = (purchases: readonly PurchaseState[]): readonly PurchaseRow[] =>
  [...purchases]
    .sort((one, other) => other.startedAt - one.startedAt)
    .map((purchase) => ({ purchase, canContinue: showsContinue(purchase) }));
