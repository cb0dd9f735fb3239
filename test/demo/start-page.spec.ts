import { Hono } from 'hono';
import { listen, type Listening } from '../../demo/platform/listen.ts';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { pageText } from '../../demo/start-text.ts';
import { expectPlays, fillLogin, gateOf } from '../fixtures/elements/film-page.ts';
import { choose, inPage, payButton } from '../fixtures/flows/checkout.ts';
import { expect, test, type Site, type TestProvider } from '../fixtures/flows/site.ts';

test.use({ domain: 9187 });

/** Serves the page that `npm start` prints. */
async function servePage(
  site: Site,
  platform: RunningPlatform,
  provider: TestProvider,
): Promise<Listening> {
  const html = pageText({
    page: site.url,
    provider: provider.url,
    platform: { url: platform.url, domain: 9187 },
    film: await platform.filmForSale(),
  });
  const app = new Hono();
  app.get('/shop.html', (context) => context.html(html));
  return listen(app, 0);
}

test('the page that npm start prints sells the film that it names', async ({
  page,
  platform,
  provider,
  site,
}) => {
  const server = await servePage(site, platform, provider);
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

test.describe('on a phone', () => {
  test.use({ isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } });

  test('the page that npm start prints is as wide as the window', async ({
    page,
    platform,
    provider,
    site,
  }) => {
    const server = await servePage(site, platform, provider);
    await page.goto(`${server.url}/shop.html`);
    await expect(gateOf(page).getByRole('button', { name: 'Rent for' })).toBeVisible();
    expect(await page.evaluate(() => innerWidth)).toBe(390);
    await server.close();
  });
});
