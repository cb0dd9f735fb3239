import type { Context } from 'hono';
import { choices, type Choice } from './cashier.ts';
import { refusalPage } from './checkout-page.ts';
import { OrderError } from './order-error.ts';
import { readOrder, type Order } from './order.ts';
import { pageShell, sendPage } from './page-shell.ts';
import { readBody } from './read-body.ts';
import { readShopAddress } from './shop-address.ts';

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
export async function receiveVisit(
  context: Context,
  name: 'return' | 'shop',
  next: (visit: Visit) => Response | Promise<Response>,
): Promise<Response> {
  try {
    const query = new URL(context.req.url).searchParams;
    const shop = readShopAddress(query, name);
    return await next({ shop, order: readOrder(query, shop.host) });
  } catch (error) {
    if (!(error instanceof OrderError)) throw error;
    return sendPage(
      context,
      pageShell({ title: 'No payment here', body: refusalPage(error.message) }),
      { status: 400 },
    );
  }
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
