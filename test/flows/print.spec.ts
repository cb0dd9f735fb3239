import {
  choose,
  inPage,
  locked,
  openFilm,
  purchaseRows,
  rent,
  stageOf,
} from '../fixtures/flows/checkout.ts';
import { leastContrastOf } from '../fixtures/flows/contrast.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9294 });

test('tickets are printed with their receipts, and without what can only be pressed', async ({
  page,
  site,
}) => {
  await openFilm(page, site.url, locked.brazil);
  await rent(page, 'In this page');
  await choose(inPage(page), 'Approve');
  await expect(stageOf(page)).toHaveAttribute('access', 'granted');
  await page.goto(`${site.url}/tickets.html`);
  const row = purchaseRows(page, 'granted');
  await expect(row).toContainText('Brazil');
  await expect(row).toContainText('Rented until');
  const receipt = page.locator('.receipt code');
  await expect(page.locator('.receipt')).toHaveCount(1);
  await expect(receipt).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(receipt).toBeVisible();
  await expect(row).toBeVisible();
  for (const other of [
    '.header-nav',
    'search',
    '.header-tools',
    '.site-footer',
    '.tickets-aside',
  ]) {
    await expect(page.locator(other)).toBeHidden();
  }
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.locator('.wordmark')).toBeVisible(); // who has sold it
  const year = new RegExp(`${new Date().getFullYear()} at \\d+:\\d\\d`);
  await expect(page.locator('.receipt dd').filter({ hasText: year })).toHaveCount(2);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  expect(
    await leastContrastOf(page.locator('h1, .receipt dd, usher-purchases time')),
  ).toBeGreaterThan(4.5);
});

test('a film and a list are printed without what can only be pressed', async ({ page, site }) => {
  await page.goto(`${site.url}/watch.html?gid=${locked.brazil}`);
  await expect(stageOf(page)).toHaveAttribute('access', 'denied');
  await expect(page.locator('.row-steps').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const [stage, picture] = [page.locator('.stage'), page.locator('.stage-backdrop')];
  const { width } = (await stage.boundingBox())!;
  expect((await picture.boundingBox())!.width).toBeCloseTo(width, 0); // no place for the panel

  await page.emulateMedia({ media: 'screen' });
  await page.goto(`${site.url}/browse.html`);
  await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('no poster of a row is cut at the edge of the paper', async ({ page, site }) => {
  const width = 718; // of A4, in CSS pixels, without its margins
  await page.setViewportSize({ width, height: 1000 });
  await page.goto(site.url);
  const posters = page.locator('.strip > li');
  await expect(page.locator('.strip .poster').nth(7)).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  const ends = await posters.evaluateAll((all) =>
    all.map((poster) => poster.getBoundingClientRect().right),
  );
  expect(ends.length).toBeGreaterThan(7);
  expect(Math.max(...ends)).toBeLessThanOrEqual(width);
});

test('a film that is not bought is printed as its picture alone', async ({ page, site }) => {
  await page.goto(`${site.url}/elements.html`);
  const panel = page.locator('usher-gate').getByRole('heading', { name: 'Choose how to watch' });
  await expect(panel).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(panel).toBeHidden();
  await expect(page.locator('usher-gate video')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
});
