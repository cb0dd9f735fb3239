import type { Popup } from '../browser/payment-window.ts';
import type { BuyValues } from './buy-values.ts';
import type { Context } from './context.ts';
import { closeWindow } from './providers/opening.ts';
import type { PurchaseRecord } from './purchase/purchase-record.ts';

/**
 * Begins or joins a purchase, and returns its ID. A page that only finishes a purchase does not
 * load the code for it.
 * @throws The errors of `begin`, or that of the code.
 */
export async function beginPurchase(
  context: Context,
  values: BuyValues,
  popup: Popup,
  resumed?: PurchaseRecord,
): Promise<string> {
  const { begin } = await context
    .loadChunk('buying', () => import('./buying/buy.ts'))
    .catch((error: unknown) => {
      closeWindow(popup);
      throw error;
    });
  return begin(context, values, popup, resumed);
}
