import { films, seeRows } from '../fixtures/flows/front-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9103 });

const pages = [
  ['front page', '/'],
  ['search', '/search.html?q=comedy'],
  ['search without words', '/search.html'],
  ['search that finds nothing', '/search.html?q=comedy%20zebra&in=title'],
  ['list of a person', '/browse.html?by=person&name=Steven%20Spielberg'],
  ['list that is not there', '/browse.html?by=nothing'],
  ['form', '/submit.html'],
  ['page of tickets', '/tickets.html'],
  ['free film', `/watch.html?gid=${films.free.gid}`],
  ['locked film', `/watch.html?gid=${films.locked.gid}`],
] as const;

for (const [name, path] of pages) {
  test(`the ${name} says nothing on the console and keeps to its policy`, async ({
    page,
    site,
    noise,
  }) => {
    const answer = await page.goto(site.url + path);
    expect(answer!.headers()['content-security-policy']).toContain(
      "require-trusted-types-for 'script'",
    );
    await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
    if (path === '/') await seeRows(page);
    else if (path.includes('watch')) {
      await expect(page.locator('usher-gate')).toHaveAttribute('access', /granted|denied/);
    }
    await page.waitForLoadState('networkidle');
    expect(noise).toEqual([]);
  });
}

for (const [name, path] of [
  ['front page', '/'],
  ['statistics', '/statistics.html'],
  ['locked film', `/watch.html?gid=${films.locked.gid}`],
] as const) {
  test(`the ${name} is at rest once it is loaded, with rows and charts out of sight`, async ({
    page,
    site,
  }) => {
    await page.goto(site.url + path);
    await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
    await expect(page.locator('main')).toBeVisible();
    await page.waitForLoadState('networkidle');
    const countAnimations = (): Promise<number> =>
      page.evaluate(() => document.getAnimations().length);
    await expect.poll(countAnimations).toBe(0);
  });
}

// nanostores keeps one counter for all its copies in a global of its own. The login form is an
// element of Usher, and lit has four globals.
const documented = [
  'usher',
  'nanostoresGlobal',
  'litPropertyMetadata',
  'reactiveElementVersions',
  'litHtmlVersions',
  'litElementVersions',
];

test('the front page adds no global but the documented ones', async ({ page, site }) => {
  await page.goto(`${site.url}/page/fonts/OFL.txt`); // the same origin without any script
  const before = await page.evaluate(() => Object.getOwnPropertyNames(window));
  await page.goto(site.url);
  await seeRows(page);
  const added = await page.evaluate(
    (names) =>
      Object.getOwnPropertyNames(window).filter(
        (name) => !names.includes(name) && !/^\d+$/.test(name),
      ),
    before,
  );
  expect(added.filter((name) => !documented.includes(name))).toEqual([]);
  expect(added).toContain('usher');
});
