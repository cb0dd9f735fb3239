import type { Ledger } from './ledger.ts';
import {
  readAmount,
  readCurrency,
  readOrder,
  readText,
  readTransaction,
  type Order,
} from './order.ts';
import type { AskedOrder, RegisteredOrders } from './registered-orders.ts';

/**
 * The order of an address: the registered one; for a merchant without a key the one that the
 * address describes.
 * @param shop the host of the shop, who is paid where the address names nobody
 * @throws {OrderError} that names the parameter, or says that the order is not registered
 */
export function findOrder(
  query: URLSearchParams,
  shop: string,
  orders: RegisteredOrders,
  ledger: Ledger,
): Order {
  const asked = readAskedOrder(query);
  try {
    return orders.find(asked, shop) ?? readOrder(query, shop);
  } catch (error) {
    const isComplete = asked.amount !== undefined && asked.currency !== undefined;
    const described = isComplete ? readOrder(query, shop) : undefined;
    if (described && isPaid(described, ledger)) return described;
    throw error;
  }
}

/**
 * Whether an order that nobody has registered is paid, or may be: its merchant had no key then. Its
 * viewer must find the way back to the shop. It is not charged again.
 */
function isPaid(order: Order, ledger: Ledger): boolean {
  const payment = ledger.find(order);
  return payment !== undefined && payment.course !== 'decline';
}

function readAskedOrder(query: URLSearchParams): AskedOrder {
  const merchant = readText('merchant', query.get('merchant'));
  return {
    transaction: readTransaction(query.get('transaction')),
    ...(merchant && { merchant }),
    ...(query.has('amount') && { amount: readAmount(query.get('amount')) }),
    ...(query.has('currency') && { currency: readCurrency(query.get('currency')) }),
  };
}
