import type { Page } from '@playwright/test';
import { expect, test, type Site } from '../fixtures/flows/site.ts';

test.use({ domain: 9172 });

const posters = (page: Page) => page.locator('[data-results] .poster');
const queries = (site: Site) =>
  site
    .calls('allmedia/byquery')
    .filter(({ method }) => method === 'GET')
    .map(({ path, query }) => ({
      words: decodeURIComponent(path.split('/').at(-1)!),
      values: new URLSearchParams(query),
    }));
const countOf = async (page: Page): Promise<number> =>
  Number(
    (await page
      .locator('.results-head [role=status]')
      .filter({ hasText: /result/ })
      .textContent())!
      .replace('One', '1')
      .match(/\d+/)![0],
  );

test(
  'any of the words finds more than all of them, and the choice stands in the address',
  { tag: '@main' },
  async ({ page, site, noise }) => {
    await page.goto(`${site.url}/search.html?q=dark+knight`);
    const all = await countOf(page);
    await page.getByText('Any word').click();
    await expect(page).toHaveURL(/\?q=dark\+knight&mode=any$/);
    await expect.poll(() => countOf(page)).toBeGreaterThan(all);
    expect(queries(site).map(({ values }) => values.get('queryMode'))).toEqual([
      null,
      'classicwithor',
    ]);
    await page.goBack();
    await expect.poll(() => countOf(page)).toBe(all);
    await expect(page.getByRole('radio', { name: 'All words' })).toBeChecked();
    expect(noise).toEqual([]);
  },
);

test('by relevance the best match comes first, with how well it matches; weak ones can be left out', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/search.html?q=love+story&mode=relevance`);
  const scores = async () =>
    (await page.locator('.poster-note').allTextContents()).map((text) =>
      Number(/\d+/.exec(text)![0]),
    );
  await expect(page.locator('.poster-note').first()).toBeVisible();
  const before = await scores();
  expect(before).toEqual([...before].sort((a, b) => b - a));
  expect(Math.min(...before)).toBeLessThan(25);
  await page.getByText('Narrow it down').click();
  await page.getByLabel('How well it must match').selectOption('Good matches');
  await expect(page).toHaveURL(/score=25/);
  await expect.poll(() => queries(site).at(-1)!.values.get('minimalQueryScore')).toBe('25');
  await expect.poll(async () => Math.min(...(await scores()))).toBeGreaterThanOrEqual(25);
  await expect(page.getByLabel('Parts of words too')).toHaveCount(0);
});

test('the text that is searched can be chosen, and parts of words found', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/search.html?q=spiel`);
  await expect(page.getByText('Nothing in the house by that name.')).toBeVisible();
  await page.getByText('Narrow it down').click();
  await page.getByLabel('Parts of words too').check();
  await expect(posters(page).first()).toBeVisible();
  await expect(page.getByLabel('Parts of words too')).toBeFocused();
  await page.getByLabel('Person', { exact: true }).check();
  await page.getByLabel('Title', { exact: true }).check();
  await expect(page).toHaveURL(/parts=1&in=title%2Cpersons/);
  await expect.poll(() => queries(site).at(-1)!.values.get('queryFields')).toBe('title,persons');
  expect(queries(site).at(-1)!.values.get('includeSubstringMatches')).toBe('1');
  await page.getByLabel('Order').selectOption('Title, A to Z');
  await expect.poll(() => queries(site).at(-1)!.values.get('orderBy')).toBe('title');
});

test('what finds nothing is tried in wider ways; those that find something are offered, and are not reported as searches', async ({
  page,
  site,
  noise,
}) => {
  await page.goto(`${site.url}/search.html?q=hitchcock+zebra&in=title`);
  const offered = page.locator('.suggestions').first().getByRole('link');
  await expect(offered.first()).toBeVisible();
  expect(queries(site).filter(({ values }) => values.get('skipReporting') !== '1')).toHaveLength(1);
  const more = page.getByRole('listitem').filter({ hasText: 'in all of the text' });
  await expect(more).toHaveCount(0); // both words are nowhere together
  await page.goto(`${site.url}/search.html?q=tarantino&in=title`);
  const wider = page.getByRole('listitem').filter({ hasText: 'in all of the text' });
  const count = Number(/\((\d+)\)/.exec((await wider.textContent())!)![1]);
  await wider.getByRole('link').click();
  expect(await countOf(page)).toBe(count);
  expect(noise).toEqual([]);
});

test('a new search ends the one under way, and only what the viewer asks is reported', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, init) =>
      fetch(input, init).catch((error: Error) => {
        if ((input instanceof Request ? input.url : String(input)).includes('byquery/slow')) {
          Object.assign(window, { endOfSlow: error.name });
        }
        throw error;
      });
  });
  await page.goto(`${site.url}/search.html?q=comedy`);
  await expect(posters(page)).toHaveCount(24);
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/byquery\/slow/, async (route) => {
    await held;
    await route.abort().catch(() => {});
  });
  await page.getByRole('searchbox').fill('slow');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '“slow”' })).toBeVisible();
  await page.getByRole('searchbox').fill('war');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => (window as { endOfSlow?: string }).endOfSlow))
    .toBe('AbortError');
  letGo();
  await expect(page.getByRole('heading', { level: 1, name: '“war”' })).toBeVisible();
  await expect(posters(page).first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.locator('.site-footer').scrollIntoViewIfNeeded();
  const reported = () =>
    queries(site)
      .filter(({ values }) => values.get('skipReporting') !== '1')
      .map(({ words }) => words);
  await page.waitForLoadState('networkidle');
  expect(reported()).toEqual(['comedy', 'war']);
});

test('the keyboard alone chooses how to search, and keeps the focus', async ({ page, site }) => {
  await page.goto(`${site.url}/search.html?q=dark+knight`);
  await expect(posters(page).first()).toBeVisible();
  await page.getByRole('radio', { name: 'All words' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Any word' })).toBeFocused();
  await expect(page).toHaveURL(/mode=any/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Kind')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Kind')).toBeFocused();
});
