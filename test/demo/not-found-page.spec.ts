import { fillLogin, findings } from '../fixtures/elements/film-page.ts';
import { expectNothingSideways } from '../fixtures/flows/sideways.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9641 });

const heading = 'There is no such page.';

for (const path of ['/nothing.html', '/a/film/of/last/year', '/page/nothing', '/not-found.html']) {
  test(`a viewer at ${path} gets a page of the site that leads to Browse`, async ({
    page,
    site,
  }) => {
    const response = await page.goto(site.url + path);
    expect(response!.status()).toBe(404);
    expect(response!.headers()['content-type']).toBe('text/html; charset=utf-8');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page).toHaveTitle('No such page · Lantern Row');
    await page.getByRole('main').getByRole('link', { name: 'Browse' }).click();
    await expect(page).toHaveURL(`${site.url}/browse.html`);
  });
}

test('the header of that page works', async ({ page, site }) => {
  await page.goto(`${site.url}/a/nothing`);
  await page.getByRole('banner').getByRole('button', { name: 'Log in' }).click();
  await fillLogin(page.getByRole('dialog'));
  await expect(page.getByRole('banner')).toContainText('ada');
});

test('what a page loads gets no page', async ({ page, site }) => {
  await page.goto(`${site.url}/nothing.html`);
  const response = await page.evaluate(async () => {
    const missing = await fetch('/page/nothing.js', { headers: { Accept: 'text/html' } });
    return { status: missing.status, text: await missing.text() };
  });
  expect(response).toEqual({ status: 404, text: 'Not found' });
});

test('a browser that does not say the mode of a request gets the page too', async ({
  request,
  site,
}) => {
  const page = await request.get(`${site.url}/nothing.html`, { headers: { Accept: 'text/html' } });
  expect(page.status()).toBe(404);
  expect(await page.text()).toContain(heading);
  const image = await request.get(`${site.url}/nothing.png`, { headers: { Accept: 'image/*' } });
  expect([image.status(), await image.text()]).toEqual([404, 'Not found']);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`axe finds nothing, and nothing scrolls sideways, ${colorScheme} at ${width} px`, async ({
      page,
      site,
      noise,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.goto(`${site.url}/nothing.html`);
      await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
      expect(await findings(page)).toEqual([]);
      await expectNothingSideways(page);
      // The browser itself says that the address of the page is not there.
      expect(noise.filter((line) => !line.includes('Failed to load resource'))).toEqual([]);
    });
  }
}
