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
export function findOrder(query: URLSearchParams, shop: string, orders: RegisteredOrders): Order {
  return orders.find(readAskedOrder(query), shop) ?? readOrder(query, shop);
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
