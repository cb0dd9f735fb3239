import { Hono } from 'hono';
import { listen } from '../../demo/platform/listen.ts';
import { pageText } from '../../demo/start-text.ts';
import { expectPlays, fillLogin, gateOf } from '../fixtures/elements/film-page.ts';
import { choose, inPage, payButton } from '../fixtures/flows/checkout.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9187 });

test('the page that npm start prints sells the film that it names', async ({
  page,
  platform,
  provider,
  site,
}) => {
  const film = await platform.filmForSale();
  const html = pageText({
    page: site.url,
    provider: provider.url,
    platform: { url: platform.url, domain: 9187 },
    film,
  });
  const app = new Hono();
  app.get('/shop.html', (context) => context.html(html));
  const server = await listen(app, 0);
  await page.goto(`${server.url}/shop.html`);
  await expect(gateOf(page)).toHaveAttribute('access', 'denied');
  await gateOf(page).getByRole('button', { name: 'Log in' }).first().click();
  await fillLogin(gateOf(page));
  await gateOf(page).getByRole('button', { name: 'Rent for' }).click();
  await payButton(gateOf(page), 'In this page').click();
  await choose(inPage(page), 'Approve');
  await expectPlays(page);
  await server.close();
});
