import type { Hono } from 'hono';
import type { Answer, Till } from './cashier.ts';
import { checkoutPage } from './checkout-page.ts';
import { pageShell, sendPage } from './page-shell.ts';
import { appendToQuery, policySource } from './shop-address.ts';
import { readChoice, type VisitReceiver } from './visit.ts';

/**
 * The payment page, for redirect and popup alike. It is a plain form: it posts to its own address,
 * which says everything, and is answered with the way back to the shop.
 */
export function servePay(
  app: Hono,
  receiveVisit: VisitReceiver,
  { ledger, cashier, now }: Till,
): void {
  app.get('/pay', (context) =>
    receiveVisit(context, 'return', ({ order, shop }) => {
      const body = checkoutPage(order, ledger.find(order), now());
      return sendPage(context, pageShell({ title: `Pay ${order.merchant}`, body }), {
        formTarget: policySource(shop),
      });
    }),
  );
  app.post('/pay', (context) =>
    receiveVisit(context, 'return', async ({ order, shop }) => {
      const answer = await cashier.take(order, await readChoice(context));
      context.header('Referrer-Policy', 'no-referrer');
      context.header('Cache-Control', 'no-store');
      // Who is told nothing sees the page again, which says that it goes on.
      return context.redirect(
        answer.silent ? `/pay${new URL(context.req.url).search}` : returnAddress(shop, answer),
        303,
      );
    }),
  );
}

/** The shop reads the outcome at the end of the query that it gave. */
function returnAddress(shop: URL, { token, reference, outcome }: Answer): string {
  return appendToQuery(shop, { token, reference, outcome });
}
