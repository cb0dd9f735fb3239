import { Hono } from 'hono';
import { listen } from '../../demo/platform/listen.ts';
import { pageText } from '../../demo/start-text.ts';
import { expectPlays, fillLogin, gateOf } from '../fixtures/elements/film-page.ts';
import { choose, inPage, payButton } from '../fixtures/flows/checkout.ts';
import { test as base, expect } from '../fixtures/flows/site.ts';

const test = base.extend<{ shop: string }>({
  /** The address of the page that `npm start` prints, served here. */
  async shop({ site, platform, provider }, use) {
    const html = pageText({
      page: site.url,
      provider: provider.url,
      platform: { url: platform.url, domain: 9187 },
      film: await platform.filmForSale(),
    });
    const app = new Hono();
    app.get('/shop.html', (context) => context.html(html));
    const server = await listen(app, 0);
    await use(`${server.url}/shop.html`);
    await server.close();
  },
});

test.use({ domain: 9187 });

test('the page that npm start prints sells the film that it names', async ({ page, shop }) => {
  await page.goto(shop);
  await expect(gateOf(page)).toHaveAttribute('access', 'denied');
  await gateOf(page).getByRole('button', { name: 'Log in' }).first().click();
  await fillLogin(gateOf(page));
  await gateOf(page).getByRole('button', { name: 'Rent for' }).click();
  await payButton(gateOf(page), 'In this page').click();
  await choose(inPage(page), 'Approve');
  await expectPlays(page);
});

test.describe('on a phone', () => {
  test.use({ isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } });

  test('the page that npm start prints is as wide as the window', async ({ page, shop }) => {
    await page.goto(shop);
    await expect(gateOf(page).getByRole('button', { name: 'Rent for' })).toBeVisible();
    expect(await page.evaluate(() => innerWidth)).toBe(390);
  });
});
