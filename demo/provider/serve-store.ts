import type { Hono } from 'hono';
import { cors } from 'hono/cors';
import { OrderError } from './order-error.ts';
import { readBody } from './read-body.ts';
import { readStorePurchase, stores, type Store, type StorePurchase } from './store-receipt.ts';

/**
 * A demo app store, which a page calls in the place of an app: it sells whatever it is asked for,
 * and answers with the signed receipt.
 */
export function serveStore(
  app: Hono,
  receipt: (purchase: StorePurchase & { store: Store; forged: boolean }) => Promise<string>,
): void {
  app.use(
    '/store/*',
    cors({ origin: '*', allowMethods: ['POST'], allowHeaders: ['Content-Type'], maxAge: 600 }),
  );
  app.post('/store/:store/receipts', async (context) => {
    const store = stores.find((one) => one === context.req.param('store'));
    if (!store) {
      return context.json(
        { error: `There is no such store; there are ${stores.join(', ')}.` },
        404,
      );
    }
    try {
      const purchase = readStorePurchase(
        parseJson(await readBody(context)),
        hostOf(context.req.header('Origin')),
      );
      return context.json({
        receipt: await receipt({ ...purchase, store, forged: context.req.query('forged') === '1' }),
      });
    } catch (error) {
      if (error instanceof OrderError) return context.json({ error: error.message }, error.status);
      throw error;
    }
  });
}

/** The page that calls; a program on this machine names no origin. */
function hostOf(origin = ''): string {
  return URL.canParse(origin) ? new URL(origin).host : '127.0.0.1';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // refused as no object
  }
}
