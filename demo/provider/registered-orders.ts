import { join } from 'node:path';
import { openJsonLines } from './json-lines.ts';
import { OrderError } from './order-error.ts';
import type { Order } from './order.ts';

/** An order as its merchant's server has registered it. */
export interface RegisteredOrder extends Order {
  readonly isRegistered: true;
  /**
   * What the viewer may pay in place of `amount`: a subscription that becomes premium while it is
   * paid has another price.
   */
  readonly otherAmount?: number;
}

/** What an address, or a test, says of an order. What it leaves out is as it was registered. */
export type AskedOrder = Pick<Order, 'transaction'> & Partial<Order>;

/**
 * The orders that merchants have registered. Only ever added to, so that the file is a line an
 * order.
 */
export interface RegisteredOrders {
  /**
   * Keeps an order. The same order again changes nothing. It is written down when this returns.
   * @throws {OrderError} 409 when the merchant has registered something else for the transaction
   */
  register(order: RegisteredOrder): void;
  /**
   * The registered order that is asked for; nothing for a merchant without a key, who registers
   * nothing.
   * @param shop the merchant where none is named, and no other one has registered the transaction
   * @throws {OrderError} 404 when a merchant with a key has not registered it, 409 when it has
   *   registered another amount or currency
   */
  find(asked: AskedOrder, shop: string): Order | undefined;
}

/**
 * Opens the orders of a folder, or without one orders in memory.
 * @param merchants the names of all who have a key
 */
export function openRegisteredOrders(
  dataDir: string | undefined,
  merchants: readonly string[],
): RegisteredOrders {
  const lines = openJsonLines(dataDir && join(dataDir, 'orders.jsonl'));
  /** By transaction: two merchants may have the same one. */
  const orders = new Map<string, RegisteredOrder[]>();
  /** Also who had a key when the provider ran last. */
  const withKey = new Set(merchants);
  const keep = (order: RegisteredOrder): void => {
    orders.set(order.transaction, [...of(order.transaction), order]);
    withKey.add(order.merchant);
  };
  const of = (transaction: string): readonly RegisteredOrder[] => orders.get(transaction) ?? [];
  // As `register` has written them.
  for (const line of lines.values) keep(line as RegisteredOrder);
  return {
    register(order) {
      const known = of(order.transaction).find(({ merchant }) => merchant === order.merchant);
      if (!known) {
        lines.append(order);
        keep(order);
        return;
      }
      const other = (['amount', 'otherAmount', 'currency', 'title'] as const).find(
        (name) => known[name] !== order[name],
      );
      if (other) {
        throw new OrderError(`The order is registered already, with another ${other}.`, 409);
      }
    },
    find(asked, shop) {
      const registered = pick(of(asked.transaction), asked.merchant);
      if (registered) return readAsked(registered, asked);
      const merchant = asked.merchant ?? shop;
      if (!withKey.has(merchant)) return undefined;
      throw new OrderError(
        `${merchant} has registered no order ${asked.transaction} with us. A shop with a key registers each order before it is paid.`,
        404,
      );
    },
  };
}

function pick(
  orders: readonly RegisteredOrder[],
  merchant: string | undefined,
): RegisteredOrder | undefined {
  if (merchant !== undefined) return orders.find((one) => one.merchant === merchant);
  if (orders.length > 1) {
    throw new OrderError(
      'merchant must say whose order it is: several shops have registered this transaction.',
      409,
    );
  }
  return orders[0];
}

/** The title is the registered one, whatever was asked. */
function readAsked(registered: RegisteredOrder, asked: AskedOrder): Order {
  const { otherAmount, ...order } = registered;
  const { amount = order.amount, currency = order.currency } = asked;
  if (amount !== order.amount && amount !== otherAmount) {
    throw new OrderError(`amount must be ${order.amount}, as the shop has registered it.`, 409);
  }
  if (currency !== order.currency) {
    throw new OrderError(`currency must be ${order.currency}, as the shop has registered it.`, 409);
  }
  return { ...order, amount };
}
