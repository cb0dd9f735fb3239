import type { CheckoutContext } from '../context.ts';
import { loadOperations } from '../load-operations.ts';
import type { PurchaseRecord } from '../purchase/purchase-record.ts';
import type { BuyValues, Click } from './buy-values.ts';

/**
 * Loads the code for buying, and begins or joins a purchase. Returns its ID. A page that only
 * finishes a purchase does not load that code.
 * @throws The errors of `buy`, or that of the code.
 */
export async function beginPurchase(
  context: CheckoutContext,
  values: BuyValues,
  click: Click,
  resumed?: PurchaseRecord,
): Promise<string> {
  const { buy } = await loadOperations(context).catch((error: unknown) => {
    click.popup.close();
    throw error;
  });
  return buy(context, values, click, resumed);
}
