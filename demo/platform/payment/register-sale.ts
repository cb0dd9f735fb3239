import type { Call } from '../call.ts';
import { premiumOffer, priceModel } from '../tenants/price-model.ts';
import { Refusal } from '../wire/refusal.ts';
import type { NewOrder } from './register-order.ts';
import type { Sale } from './sale.ts';

/** How long a page waits before it prepares again, in seconds. */
const againAfter = 5;

/** No longer title is shown by a payment page. */
const maxTitleLetters = 200;

/**
 * Registers at the provider what a viewer is about to pay, before the transaction is written down:
 * where that fails there is neither a transaction nor a page to pay it, so nothing can be lost.
 * @throws {Refusal} 503 when the provider does not take the order
 */
export async function registerSale(call: Call, transaction: string, sale: Sale): Promise<void> {
  try {
    const orders = ordersOf(transaction, sale);
    await Promise.all(orders.map((order) => call.payments.registerOrder(order, call.now())));
  } catch (error) {
    call.reportFault(error);
    throw new Refusal(503, 'the payment provider takes no order at the moment', againAfter);
  }
}

/** What a sale lets a viewer pay: nothing, the sale, or the sale and later on its upgrade. */
function ordersOf(transaction: string, sale: Sale): readonly NewOrder[] {
  const { amountMinor, currency, terms } = sale;
  if (amountMinor === 0) return [];
  const order = { transaction, title: titleOf(sale), amountMinor, currency };
  if (!terms || terms.premium) return [order];
  const { duration, paidMonthly } = terms.offer;
  return [
    { ...order, otherAmountMinor: premiumOffer(duration, paidMonthly === 1)?.price },
    {
      transaction: `${transaction}-upgrade`,
      title: 'Upgrade to premium',
      amountMinor: priceModel.upgrade.price,
      currency,
    },
  ];
}

function titleOf({ operation, item, terms }: Sale): string {
  if (operation === 'deposit') return 'Money on account';
  if (operation === 'subscription') return terms?.premium ? 'Premium subscription' : 'Subscription';
  return (item?.title ?? '').replaceAll(/\p{Cc}/gu, ' ').slice(0, maxTitleLetters);
}
