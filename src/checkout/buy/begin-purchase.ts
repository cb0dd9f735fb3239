import type { Context } from '../context.ts';
import { loadOperations } from '../load-operations.ts';
import type { PurchaseRecord } from '../purchase/purchase-record.ts';
import type { BuyValues, Click } from './buy-values.ts';

/**
 * Begins or joins a purchase, and returns its ID. A page that only finishes a purchase does not
 * load the code for it.
 * @throws The errors of `begin`, or that of the code.
 */
export async function beginPurchase(
  context: Context,
  values: BuyValues,
  click: Click,
  resumed?: PurchaseRecord,
): Promise<string> {
  const { begin } = await loadOperations(context).catch((error: unknown) => {
    click.popup.close();
    throw error;
  });
  return begin(context, values, click, resumed);
}
