import type { Page } from '@playwright/test';
import { expect, test, type Site } from '../fixtures/flows/site.ts';

test.use({ domain: 9171 });

const posters = (page: Page) => page.locator('[data-list] .poster');
/** First pages that were asked for; the runtime asks for the next one ahead. */
const asked = (site: Site, name: string) =>
  site
    .calls(`allmedia/${name}`)
    .filter(({ method }) => method === 'GET')
    .map(({ query }) => new URLSearchParams(query))
    .filter((query) => query.get('start') === '0');
const gids = async (page: Page): Promise<(string | null)[]> =>
  posters(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-gid')));

/** The film of the catalogue that refers to most: a person, a studio, a show, a product, tags. */
const film = '/watch.html?gid=5000311';

/** Facts of a film, by what the list is called there, and the call behind it. */
const facts = [
  ['Director', 'Person', 'bypersonid'],
  ['Studio', 'Studio', 'bystudio'],
  ['Based on', 'Based on', 'byproductid'],
  ['Genre', 'Genre', 'all'],
] as const;

for (const [fact, word, call] of facts) {
  test(`the fact “${fact}” of a film leads to the list by it, headed by its name`, async ({
    page,
    site,
    noise,
  }) => {
    await page.goto(site.url + film);
    const link = page
      .locator('.facts div')
      .filter({ has: page.locator('dt', { hasText: fact }) })
      .locator('a')
      .first();
    const name = (await link.textContent())!;
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.locator('.list-word')).toHaveText(word);
    await expect(posters(page).first()).toBeVisible();
    await expect(page).toHaveTitle(`${name} · Lantern Row`);
    expect(asked(site, call)).toHaveLength(1);
    expect(noise).toEqual([]);
  });
}

test('no two links of a film’s facts and tags have the same name', async ({ page, site }) => {
  await page.goto(site.url + film);
  const links = page.locator('.watch-words a');
  await expect(page.locator('.watch-words a.tag').first()).toBeVisible();
  const names = await links.allTextContents();
  expect(names.length).toBeGreaterThan(4);
  expect(names).toEqual([...new Set(names)]);
});

test('tags, shows, places and files have lists too', async ({ page, site }) => {
  const answer = page.waitForResponse(/allmedia\/byglobalid/).then((response) => response.text());
  await page.goto(site.url + film);
  const [, file] = /"files":\[\{"ID":"?(\d+)/.exec(await answer)!;
  const tag = page.locator('.watch-words a.tag').first();
  const name = (await tag.textContent())!;
  await tag.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  for (const [by, title] of [
    ['show', 'Harry Potter'],
    ['place', 'Los Angeles'],
  ] as const) {
    await page.goto(`${site.url}/browse.html?by=${by}&name=${title.toUpperCase()}`);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page.locator('.list-count')).toHaveText(/^\d+ titles\.$|^One title\.$/);
  }
  await page.goto(`${site.url}/browse.html?by=file&id=${file}`);
  await expect(page.locator('.list-word')).toHaveText('Reel');
  await expect(posters(page).first()).toBeVisible();
  expect(asked(site, 'byfileid')).toHaveLength(1);
});

test('the front page leads to its lists, and to the genres of the platform', async ({
  page,
  site,
}) => {
  await page.goto(site.url);
  await page.getByRole('link', { name: 'Picked by the editors' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Picked by the editors' }),
  ).toBeVisible();
  await page.goBack();
  await page.locator('[data-ways]').scrollIntoViewIfNeeded();
  await page.locator('[data-genres]').getByRole('link', { name: 'Western' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Western' })).toBeVisible();
  expect(asked(site, 'all').map((query) => query.get('genre'))).toEqual(['western']);
});

test('a list goes on as the viewer scrolls, says how far it is, leaves the focus alone, and asks before it hides the foot of the page for ever', async ({
  page,
  site,
  noise,
}) => {
  await page.goto(`${site.url}/browse.html?kind=video`);
  await expect(posters(page)).toHaveCount(24);
  await expect(page.locator('[data-shown]')).toHaveText(/^24 of \d{3} shown$/);
  await posters(page).nth(2).focus();
  await expect(async () => {
    await page.locator('.site-footer').scrollIntoViewIfNeeded();
    await expect(posters(page)).toHaveCount(120, { timeout: 500 });
  }).toPass();
  await expect(page.locator('[data-shown]')).toHaveText(/^120 of \d{3} shown$/);
  await expect(posters(page).nth(2)).toBeFocused();
  await page.locator('.site-footer').scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  await expect(posters(page)).toHaveCount(120);
  await page.getByRole('button', { name: 'Show more' }).press('Enter');
  await expect(posters(page).nth(120)).toBeFocused();
  expect(new Set(await gids(page)).size).toBe(await posters(page).count());
  expect(noise).toEqual([]);
});

test('a list ends clearly', async ({ page, site }) => {
  await page.goto(`${site.url}/browse.html?by=withawards`);
  const total = Number(
    (await page.locator('.list-count').filter({ hasText: /\d/ }).textContent())!.match(/\d+/)![0],
  );
  await expect(async () => {
    await page.locator('.site-footer').scrollIntoViewIfNeeded();
    await expect(page.locator('[data-shown]')).toHaveText(`That is all: ${total} of ${total}`, {
      timeout: 500,
    });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
  await expect(posters(page)).toHaveCount(total);
});

test('the back button leads to the same place in the list, with all that had been shown', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/browse.html?kind=video&order=title`);
  await expect(posters(page)).toHaveCount(24);
  await page.locator('.site-footer').scrollIntoViewIfNeeded();
  await posters(page).nth(40).scrollIntoViewIfNeeded();
  await posters(page).nth(40).focus();
  const before = await posters(page).nth(40).boundingBox();
  const shown = await posters(page).count();
  await page.keyboard.press('Enter');
  await expect(page.locator('.facts')).toBeVisible();
  await page.goBack();
  await expect.poll(() => posters(page).count()).toBeGreaterThanOrEqual(shown);
  await expect(posters(page).nth(40)).toBeFocused();
  const after = await posters(page).nth(40).boundingBox();
  expect(Math.abs(after!.y - before!.y)).toBeLessThan(3);
});

test('what a list is narrowed to and ordered by stands in the address, and the back button takes it back', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/browse.html?by=person&name=Steven+Spielberg`);
  await expect(posters(page)).toHaveCount(10);
  await page.getByLabel('Kind').focus();
  await page.getByLabel('Kind').selectOption('Films');
  await expect(posters(page)).toHaveCount(8);
  await expect(page.getByLabel('Kind')).toBeFocused();
  await page.getByLabel('Order').selectOption('Title, A to Z');
  await page.getByLabel('Price').selectOption('With a ticket');
  await expect(page).toHaveURL(
    /by=person&name=Steven\+Spielberg&kind=video&order=title&price=pay$/,
  );
  await expect(posters(page)).toHaveCount(2);
  const last = asked(site, 'byperson').at(-1)!;
  expect([
    last.get('selectedStreamtypes'),
    last.get('orderBy'),
    last.get('orderDir'),
    last.get('onlyPay'),
  ]).toEqual(['video', 'title', 'ASC', '1']);
  await page.goBack();
  await expect(posters(page)).toHaveCount(8);
  await expect(page.getByLabel('Price')).toHaveValue('');
  await page.reload();
  await expect(posters(page)).toHaveCount(8);
  await expect(page.getByLabel('Order')).toHaveValue('title');
  await page.getByLabel('Genre').selectOption('Drama');
  await expect.poll(() => asked(site, 'byperson').at(-1)!.get('genre')).toBe('drama');
});

test('a ranking has its numbers and its time, and no order; chance is drawn anew', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/browse.html?by=mostactive&days=10`);
  await expect(page.locator('.poster-rank').nth(1)).toHaveText('Number 2');
  await expect(page.getByLabel('Order')).toHaveCount(0);
  await page.getByLabel('Watched').selectOption('In the last five days');
  await expect
    .poll(() => asked(site, 'mostactive').map((query) => query.get('timeframe')))
    .toEqual(['10', '5']);

  await page.goto(`${site.url}/browse.html?by=random`);
  await expect(posters(page)).toHaveCount(24);
  const first = await gids(page);
  await page.getByRole('button', { name: 'Draw again' }).click();
  await expect.poll(async () => (await gids(page)).join()).not.toBe(first.join());
  await expect(posters(page)).toHaveCount(24);
});

test('a list that breaks off says so, and goes on where it ended', async ({ page, site }) => {
  let isBroken = true;
  await page.route(/allmedia\/all\?.*start=24/, (route) =>
    isBroken
      ? route.fulfill({
          status: 200,
          contentType: 'text/html',
          body: '<p>',
          headers: { 'Access-Control-Allow-Origin': '*' },
        })
      : route.fallback(),
  );
  await page.goto(`${site.url}/browse.html`);
  await expect(posters(page)).toHaveCount(24);
  await page.locator('.site-footer').scrollIntoViewIfNeeded();
  const notice = page.getByRole('alert').filter({ hasText: 'The rest did not load' });
  await expect(notice).toBeVisible();
  await expect(posters(page)).toHaveCount(24);
  isBroken = false;
  await notice.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(posters(page)).toHaveCount(48);
  await expect(notice).toBeHidden();
  await expect(posters(page).nth(24)).toBeFocused();
  expect(new Set(await gids(page)).size).toBe(48);
});

test('an address that names no list says so, and one that finds nothing too', async ({
  page,
  site,
  noise,
}) => {
  for (const address of [
    'by=nothing',
    'by=person',
    'by=person&id=12x',
    'by=studio&name=Universal',
  ]) {
    await page.goto(`${site.url}/browse.html?${address}`);
    await expect(page.getByText('There is no such list in the house'), address).toBeVisible();
  }
  await page.goto(`${site.url}/browse.html?by=person&name=Nobody`);
  await expect(page.locator('.list-count')).toHaveText(/^Nothing here/);
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
  expect(noise).toEqual([]);
});
