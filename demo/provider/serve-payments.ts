import type { Hono } from 'hono';
import type { JSONWebKeySet } from 'jose';
import type { Cashier } from './cashier.ts';
import type { Ledger } from './ledger.ts';

/** What a platform's server asks: the keys, and what a payment has come to. */
export function servePayments(
  app: Hono,
  ledger: Ledger,
  cashier: Cashier,
  jwks: JSONWebKeySet,
): void {
  app.get('/jwks.json', (context) => context.json(jwks));
  app.get('/payments/:reference', async (context) => {
    const payment = ledger.get(context.req.param('reference'));
    context.header('Cache-Control', 'no-store');
    return payment
      ? context.json({ token: await cashier.tokenOf(payment) })
      : context.json({ error: 'There is no payment of this reference.' }, 404);
  });
}
