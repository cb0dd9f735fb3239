import type { Hono } from 'hono';
import { OrderError } from './order-error.ts';
import { readBody } from './read-body.ts';
import { readRegistration, type Merchant } from './read-registration.ts';
import type { RegisteredOrders } from './registered-orders.ts';

/**
 * Takes the orders of merchants with a key. Only their servers call it: the answer is for no page
 * of another origin.
 */
export function serveOrders(
  app: Hono,
  orders: RegisteredOrders,
  merchants: readonly Merchant[],
  { issuer, now }: { readonly issuer: () => string; readonly now: () => Date },
): void {
  app.post('/orders', async (context) => {
    context.header('Cache-Control', 'no-store');
    try {
      const jws = await readBody(context);
      const order = await readRegistration(jws.trim(), merchants, issuer(), now());
      orders.register(order);
      const { isRegistered: _always, ...registered } = order;
      return context.json(registered);
    } catch (error) {
      if (error instanceof OrderError) return context.json({ error: error.message }, error.status);
      throw error;
    }
  });
}
