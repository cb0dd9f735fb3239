import type { Context } from 'hono';
import { choices, type Choice } from './cashier.ts';
import { refusalPage } from './checkout-page.ts';
import { findOrder } from './find-order.ts';
import type { Ledger } from './ledger.ts';
import { OrderError } from './order-error.ts';
import type { Order } from './order.ts';
import { pageShell, sendPage } from './page-shell.ts';
import { readBody } from './read-body.ts';
import type { RegisteredOrders } from './registered-orders.ts';
import { policySource, readShopAddress } from './shop-address.ts';

/** What an address of a payment page says. */
export interface Visit {
  readonly order: Order;
  /**
   * Of the page that goes on after the payment, or that shows the frame, as `name` of
   * `receiveVisit` says.
   */
  readonly shop: URL;
}

/**
 * Reads what a page's address says, and answers by `next`; where there is nothing to pay, with a
 * page that says why.
 */
export type VisitReceiver = (
  context: Context,
  name: 'return' | 'shop',
  next: (visit: Visit) => Response | Promise<Response>,
) => Promise<Response>;

/** @param orders what merchants have registered: the address only says which one of them */
export function createVisitReceiver(orders: RegisteredOrders, ledger: Ledger): VisitReceiver {
  return async (context, name, next) => {
    let shop: URL | undefined;
    try {
      const query = new URL(context.req.url).searchParams;
      shop = readShopAddress(query, name);
      return await next({ shop, order: findOrder(query, shop.host, orders, ledger) });
    } catch (error) {
      if (!(error instanceof OrderError)) throw error;
      return sendRefusal(context, error, name === 'shop' ? shop : undefined);
    }
  };
}

/** @param framedBy the shop whose dialog shows the page */
function sendRefusal(
  context: Context,
  { message, status }: OrderError,
  framedBy: URL | undefined,
): Response | Promise<Response> {
  const page = { title: 'No payment here', body: refusalPage(message, framedBy !== undefined) };
  if (!framedBy) return sendPage(context, pageShell(page), { status });
  return sendPage(context, pageShell({ ...page, script: '/frame.js', shop: framedBy.origin }), {
    status,
    frameAncestor: policySource(framedBy),
    scripted: true,
  });
}

/**
 * What a viewer chose by one of the page's buttons.
 * @throws {OrderError} when it is none of them
 */
export async function readChoice(context: Context): Promise<Choice> {
  const choice = new URLSearchParams(await readBody(context)).get('choice');
  const chosen = choices.find((one) => one === choice);
  if (!chosen) throw new OrderError(`choice must be one of ${choices.join(', ')}.`);
  return chosen;
}
