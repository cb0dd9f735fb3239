import { chromium } from '@playwright/test';
import { films } from '../fixtures/flows/front-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';
import { browserArgs, ensureBrowser } from '../support/browser.mjs';

test.use({ domain: 9107 });

test('the back button brings the search back, with all that had been shown', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/search.html?q=comedy`);
  const results = page.locator('[data-results] .poster');
  await expect(results).toHaveCount(24);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  // The first of what has come.
  await expect(page.locator('[data-results] .poster:focus')).toHaveCount(1);
  expect(await results.count()).toBeGreaterThanOrEqual(48);
  const queries = () =>
    site
      .calls('allmedia/byquery')
      .filter(({ method }) => method === 'GET')
      .map(({ query }) => new URLSearchParams(query));
  expect(queries().map((query) => [query.get('start'), query.get('skipReporting')])).toEqual(
    expect.arrayContaining([
      ['0', null],
      ['24', '1'],
    ]),
  );
  const first = queries().length;

  await results.nth(30).click();
  await expect(page).toHaveURL(/watch\.html\?gid=\d+/);
  await page.goBack();
  await expect.poll(() => results.count()).toBeGreaterThanOrEqual(48);
  await expect(page.getByRole('searchbox')).toHaveValue('comedy');
  expect(queries().length).toBeGreaterThan(first);
  expect(
    queries().filter((query) => query.get('skipReporting') !== '1'),
    'what the viewer has asked themselves',
  ).toHaveLength(1);
});

test('both builds leave the page fit for the back/forward cache', async ({ site }) => {
  // Playwright switches the cache off unless it is told not to.
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: browserArgs,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const page = await browser.newPage();
    const mark = () =>
      page.evaluate(() => {
        (window as unknown as { mark: boolean }).mark = true;
      });
    const isMarked = () =>
      page.evaluate(() => (window as unknown as { mark?: boolean }).mark === true);
    await page.goto(`${site.url}/search.html?q=${encodeURIComponent(films.free.query)}`);
    await expect(page.locator(`[data-gid="${films.free.gid}"]`)).toBeVisible();
    await page.waitForLoadState('networkidle');
    await mark();
    await page.goto(`${site.url}/watch.html?gid=${films.free.gid}`);
    await expect(page.locator('usher-gate')).toHaveAttribute('access', 'granted');
    await page.waitForLoadState('networkidle');
    await mark();
    await page.goBack({ waitUntil: 'commit' });
    await expect(page.locator(`[data-gid="${films.free.gid}"]`)).toBeVisible();
    expect(await isMarked(), 'the search page with the script tag').toBe(true);
    await page.goForward({ waitUntil: 'commit' });
    await expect(page.locator('usher-gate')).toHaveAttribute('access', 'granted');
    expect(await isMarked(), 'the watch page with the module').toBe(true);
    await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
    expect(site.calls('session/init')).toHaveLength(1);
  } finally {
    await browser.close();
  }
});
