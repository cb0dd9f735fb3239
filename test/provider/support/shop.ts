import { Hono } from 'hono';
import { listen } from '../../../demo/platform/listen.ts';
import type { Listening } from '../../../demo/platform/listen.ts';

/**
 * Buys what the page's address says, in the page; shows what came of it. `withdraw()` takes it
 * back.
 */
const script = (provider: string): string => `
import { pay } from '${provider}/in-page.js';
const order = Object.fromEntries(new URLSearchParams(location.search));
document.querySelector('button').addEventListener('click', async () => {
  const controller = new AbortController();
  window.withdraw = () => controller.abort(new Error('withdrawn'));
  const told = await pay({ ...order, amount: Number(order.amount), signal: controller.signal }).catch(({ message }) => ({ refused: message }));
  document.querySelector('output').textContent = JSON.stringify(told);
});
document.documentElement.dataset.loaded = '';
`;

/**
 * A shop with a policy as strict as a page can have that lets the provider in. Every other address
 * of it is a page to come back to.
 */
export function startShop(provider: string): Promise<Listening> {
  const app = new Hono();
  const policy = `default-src 'none'; script-src 'self' ${provider}; frame-src ${provider}; img-src data:; require-trusted-types-for 'script'; trusted-types 'none'`;
  app.get('/shop.js', (context) =>
    context.body(script(provider), 200, { 'Content-Type': 'text/javascript' }),
  );
  app.get('/buy', (context) => {
    context.header('Content-Security-Policy', policy);
    return context.html(
      '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>A shop</title><script type="module" src="/shop.js"></script><button>Buy</button><output></output>',
    );
  });
  app.get('*', (context) =>
    context.html(
      '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Back</title><h1>Back at the shop</h1>',
    ),
  );
  return listen(app, 0);
}
