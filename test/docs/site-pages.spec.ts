import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readSiteFile, sitePages } from '../fixtures/package/built-site.ts';
import {
  buildSite,
  expect,
  hydrated,
  test,
  unsignedDomain,
} from '../fixtures/package/docs-page.ts';

test.beforeAll(buildSite);

/** Opens pages one after the other; each has one heading of the first level and says nothing. */
async function openEach(page: Page, docs: string, paths: readonly string[], noise: string[]) {
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  for (const path of paths) {
    await page.goto(docs + path);
    await expect(page.locator('h1'), path).toHaveCount(1);
    await hydrated(page);
    expect(noise, path).toEqual([]);
  }
  expect([...origins]).toEqual([new URL(docs).origin]);
}

/** The heading of a page, as it was written into the file. */
const headingOf = (path: string): string =>
  /<h1[^>]*>([^]*?)<\/h1>/
    .exec(readSiteFile(path))![1]!
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();

/** A page of so many is loaded afresh, the others are opened by a link, as a reader does. */
const loadedEvery = 10;

/** Follows links from page to page; each has one heading of the first level and says nothing. */
async function followEach(page: Page, docs: string, paths: readonly string[], noise: string[]) {
  for (const [index, path] of paths.entries()) {
    if (index % loadedEvery === 0) {
      await openEach(page, docs, [path], noise);
      continue;
    }
    await page.evaluate((address) => {
      const link = Object.assign(document.createElement('a'), { href: address, id: 'test-link' });
      document.body.append(link);
      link.click();
      link.remove();
    }, docs + path);
    await expect(page, path).toHaveURL(docs + path.replace(/(^|\/)index\.html$/, '$1'));
    await expect(page.locator('h1')).toHaveText(headingOf(path));
    expect(noise, path).toEqual([]);
  }
}

const isOf = (folder: string) => (path: string) => path.startsWith(`${folder}/`);
const guide = (): string[] => sitePages().filter((path) => !/^(api|endpoints)\//.test(path));

test('each page of the guide opens without a message and asks no other origin', async ({
  page,
  docs,
  noise,
}) => {
  test.setTimeout(300_000);
  expect(guide().length).toBeGreaterThan(25);
  await openEach(page, docs, guide(), noise);
});

for (const [folder, atLeast] of [
  ['endpoints', 115],
  ['api', 100],
] as const) {
  test(`each page of ${folder} opens without a message`, async ({ page, docs, noise }) => {
    test.setTimeout(300_000);
    const paths = sitePages().filter(isOf(folder));
    expect(paths.length).toBeGreaterThanOrEqual(atLeast);
    await followEach(page, docs, paths, noise);
  });
}

test('@main the search finds a page and leads to it', async ({ page, docs, noise }) => {
  await page.goto(`${docs}errors.html`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('return page');
  const found = page.getByRole('option').filter({ hasText: 'A return page' });
  await found.first().click();
  await expect(page).toHaveURL(/returns\.html#a-return-page$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Returns/);
  expect(noise).toEqual([]);
});

test('@main a call of a form is answered, with every digit, and the session goes on', async ({
  page,
  docs,
  noise,
  platform,
}) => {
  const before = platform.calls.length; // of other tests
  await page.goto(`${docs}endpoints/session/login.html`);
  await page.getByLabel('provider').fill('manual');
  await page.getByLabel('username').fill('ada');
  await page.getByLabel('password').fill('lovelace');
  await page.getByRole('button', { name: 'Send' }).click();
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer).toContainText('200');
  await expect(answer).toContainText('"status": 200');

  await page.goto(`${docs}endpoints/session/keepalive.html`);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(answer).toContainText('200');
  const called = platform.calls
    .slice(before)
    .filter(({ path }) => path.startsWith(`/v3.1/${unsignedDomain}/`));
  expect(called.filter(({ path }) => path.endsWith('session/init')).length).toBe(1);

  await page.goto(`${docs}endpoints/allmedia/byquery.html`);
  await page.getByLabel('query *').fill('Test video');
  const [response] = await Promise.all([
    page.waitForResponse(
      (one) => one.url().includes('byquery') && one.request().method() === 'GET',
    ),
    page.getByRole('button', { name: 'Send' }).click(),
  ]);
  const long = (await response.text()).match(/\d{17,}/g) ?? [];
  expect(long.length).toBeGreaterThan(0);
  for (const digits of long) await expect(answer).toContainText(digits);
  expect(noise).toEqual([]);
});

test('a form sends the fields of the body in the body, and those of the query in the address', async ({
  page,
  docs,
}) => {
  const opening = () =>
    page.waitForRequest((one) => one.url().includes('/session/init') && one.method() === 'POST');
  await page.goto(`${docs}endpoints/session/init.html`);
  await page.getByText(/^\d+ optional fields$/).click();
  await page.getByLabel('addPriceModel').selectOption('1');
  await page.getByLabel('gateway', { exact: false }).first().fill('tablet');
  const [sent] = await Promise.all([opening(), page.getByRole('button', { name: 'Send' }).click()]);
  expect(new URL(sent.url()).search).toBe('?addPriceModel=1');
  expect(sent.postData()).toBe('gateway=tablet');

  // A form that needs a session opens one by the same rule.
  await page.getByRole('button', { name: 'Forget the session' }).click();
  await page.goto(`${docs}endpoints/session/keepalive.html`);
  const [own] = await Promise.all([opening(), page.getByRole('button', { name: 'Send' }).click()]);
  expect(new URL(own.url()).search).toBe('');
  expect(own.postData()).toBe('gateway=desktop');
});

test('a call that is refused shows the hint of the platform', async ({ page, docs }) => {
  await page.goto(`${docs}endpoints/allmedia/byglobalid.html`);
  await page.getByLabel('globalid *').fill('12x');
  await page.getByRole('button', { name: 'Send' }).click();
  const answer = page.getByRole('region', { name: 'Answer' });
  await expect(answer).toContainText('400');
  await expect(answer).toContainText('errorhint');
});

test('a phone shows the fields of an answer whole, with their meaning', async ({ page, docs }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${docs}endpoints/payment/itemstate.html`);
  await page.getByText(/^All \d+ fields$/).click();
  const table = page.locator('.answer-fields table');
  await expect(table).toContainText('Whether the viewer may watch the item now.');
  expect(await table.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  const name = table.getByText('general.offers[].operation', { exact: true });
  expect(await name.evaluate((each) => each.getClientRects().length)).toBe(1); // in one line
});

test('the first page installs, sells, compares, and leads to the demo', async ({
  page,
  context,
  docs,
  noise,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(docs);
  await hydrated(page);
  const tag = page.locator('.language-html').first();
  await expect(tag).toBeHidden();
  await page.getByText('script tag', { exact: true }).click();
  const copy = tag.getByRole('button', { name: 'Copy Code' });
  await expect(copy).toHaveCSS('opacity', '1'); // also where nothing can hover
  const ends = await tag.locator('pre').boundingBox();
  expect(ends!.x + ends!.width).toBeLessThanOrEqual((await copy.boundingBox())!.x);
  await copy.click();
  const copied = page.evaluate(() => navigator.clipboard.readText());
  expect(readFileSync('README.md', 'utf8')).toContain((await copied).trim());

  const sale = page.locator('.home-sale');
  await expect(sale.locator('code')).toContainText('<usher-gate');
  const [picture, code] = [sale.getByRole('img'), sale.locator('.language-html')];
  const rectangles = [(await picture.boundingBox())!, (await code.boundingBox())!];
  expect(rectangles[0]!.x + rectangles[0]!.width).toBeLessThan(rectangles[1]!.x);
  expect(await code.locator('pre').evaluate((pre) => pre.scrollWidth - pre.clientWidth)).toBe(0);
  await expect(page.getByRole('table')).toHaveCount(1); // the measurements are a page of their own
  for (const row of readFileSync('docs/why.md', 'utf8').match(/^\| `.*-js` .*$/gm)!) {
    const bytes = row.split('|')[2]!.trim();
    await expect(page.getByRole('cell', { name: bytes, exact: true }).first()).toBeVisible();
  }
  await page.getByRole('heading', { name: 'Sell a film', exact: true }).click();
  await expect(page).toHaveURL(`${docs}sell-a-film.html`);
  await expect(page.locator('.outline-marker')).toHaveAttribute('style', /top/); // it is at rest
  await page.goBack();
  await page.getByRole('link', { name: 'Open the demo' }).click();
  await expect(page).toHaveURL(new URL('/', docs).href);
  expect(noise).toEqual([]);
});

test('a page that was left while it scrolled is not asked for its outline', async ({
  page,
  docs,
  noise,
}) => {
  await page.clock.install();
  await page.goto(`${docs}sell-a-film.html`);
  await hydrated(page);
  await expect(page.locator('.outline-marker')).toBeAttached();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.evaluate(() => {
    for (const _ of [1, 2]) dispatchEvent(new Event('scroll')); // the second one waits
    document.querySelector<HTMLElement>('a[href="/docs/"]')!.click();
  });
  await expect(page.locator('.home-sale')).toBeVisible();
  await page.clock.runFor(200);
  expect(noise).toEqual([]);
});
