import { fillLogin } from '../fixtures/flows/checkout.ts';
import { films, logIn } from '../fixtures/flows/front-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9102 });

test(
  'a locked film says why and what it costs, and opens when a subscriber logs in',
  { tag: '@main' },
  async ({ page, site, noise }) => {
    await page.goto(`${site.url}/watch.html?gid=${films.locked.gid}`);
    const stage = page.locator('usher-gate');
    await expect(stage.getByRole('heading', { name: 'Choose how to watch' })).toBeVisible();
    await expect(stage.locator('[part=offers] li').first()).toHaveText('Rent for €4.99 48 hours');
    await expect(page.locator('video')).toBeHidden();
    await expect(page.locator('video')).not.toHaveAttribute('src');

    await stage.getByRole('button', { name: 'Log in' }).click();
    await fillLogin(stage, 'grace', 'hopper');
    await expect(stage).toHaveAttribute('access', 'granted');
    await expect(page.locator('video')).toHaveAttribute('src', /\/media\//);

    await page.locator('[data-account]').click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(stage).toHaveAttribute('access', 'denied');
    await expect(page.locator('video')).toBeHidden();
    expect(noise).toEqual([]);
  },
);

test('an audio item plays, though its IDs are longer than a number holds', async ({
  page,
  site,
  noise,
}) => {
  await page.goto(`${site.url}/watch.html?gid=9007199254750000001`);
  await expect(page.getByRole('heading', { level: 1, name: 'Test audio 1' })).toBeVisible();
  await page.locator('audio').focus();
  await page.keyboard.press('Space');
  await expect
    .poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThan(0.2);
  const [asked] = site.calls('payment/itemstate').filter(({ method }) => method === 'POST');
  expect(`${asked!.query}&${asked!.body}`).toContain('item=9007199254760000001&');
  expect(noise).toEqual([]);
});

test(
  'a wrong password is told in words, and the dialog stays',
  { tag: '@main' },
  async ({ page, site }) => {
    await page.goto(site.url);
    await logIn(page, 'ada', 'wrong');
    await expect(page.getByRole('alert')).toHaveText('User name or password is wrong.');
    await expect(page.getByLabel('Password')).toBeFocused();
    await expect(page.getByRole('dialog')).toBeVisible();
    expect(
      site
        .calls('session/login')
        .filter(({ method }) => method === 'POST')
        .map(({ status }) => status),
    ).toEqual([401]);
    expect(site.calls('session/init')).toHaveLength(1);
  },
);

test('what is not there has a page of its own', async ({ page, site }) => {
  for (const gid of ['99', '9007199254740993', 'nonsense', '']) {
    await page.goto(`${site.url}/watch.html?gid=${gid}`);
    await expect(
      page.getByRole('heading', { level: 1, name: 'The reel is missing.' }),
    ).toBeVisible();
  }
});

test('an item whose state cannot be asked is neither open nor closed, and is asked again', async ({
  page,
  site,
}) => {
  let down = true;
  await page.route('**/payment/itemstate*', (route) => (down ? route.abort() : route.continue()));
  await page.goto(`${site.url}/watch.html?gid=${films.free.gid}`);
  const stage = page.locator('usher-gate');
  const again = stage.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible({ timeout: 40_000 });
  await expect(stage).toHaveAttribute('access', 'unknown');
  down = false;
  await again.click();
  await expect(stage).toHaveAttribute('access', 'granted');
});

test('a row that fails says so and loads when it is asked again', async ({ page, site }) => {
  let down = true;
  await page.route('**/allmedia/latest*', (route) =>
    down
      ? route.fulfill({
          status: 501,
          headers: { 'Access-Control-Allow-Origin': '*' },
          json: { metadata: { status: 501 } },
        })
      : route.continue(),
  );
  await page.goto(site.url);
  const row = page.locator('[data-row=latest]');
  await row.scrollIntoViewIfNeeded();
  await expect(row.getByRole('alert')).toBeVisible();
  await expect(page.locator('[data-row=picked] .poster').first()).toBeAttached();
  down = false;
  await row.getByRole('button', { name: 'Try again' }).click();
  await expect(row.locator('.poster')).toHaveCount(20);
  await expect(row.getByRole('alert')).toHaveCount(0);
});
