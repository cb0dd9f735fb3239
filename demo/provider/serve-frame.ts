import type { Hono } from 'hono';
import type { Till } from './cashier.ts';
import { checkoutPage } from './checkout-page.ts';
import { pageShell, sendPage } from './page-shell.ts';
import { policySource } from './shop-address.ts';
import { readChoice, type VisitReceiver } from './visit.ts';

/**
 * The payment page inside a shop's dialog. Its script posts the choice, and tells the page that
 * shows it what came of it. Only the shop that the address names may show it, and is told. A script
 * of that shop may post a choice too, for tests.
 */
export function serveFrame(
  app: Hono,
  receiveVisit: VisitReceiver,
  { ledger, cashier, now }: Till,
): void {
  app.get('/frame', (context) =>
    receiveVisit(context, 'shop', ({ order, shop }) => {
      const body = checkoutPage(order, ledger.find(order), now());
      const page = pageShell({
        title: `Pay ${order.merchant}`,
        body,
        script: '/frame.js',
        shop: shop.origin,
      });
      return sendPage(context, page, { frameAncestor: policySource(shop), scripted: true });
    }),
  );
  app.post('/frame', (context) =>
    receiveVisit(context, 'shop', async ({ order, shop }) => {
      context.header('Access-Control-Allow-Origin', shop.origin);
      const answer = await cashier.take(order, await readChoice(context));
      context.header('Cache-Control', 'no-store');
      return context.json(answer);
    }),
  );
}
