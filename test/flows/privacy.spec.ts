import type { Page } from '@playwright/test';
import { films, logIn, readSessionId } from '../fixtures/flows/front-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9172 });

/**
 * What a page has kept: every text of both storages, every record of IndexedDB. An erasure is left
 * out: it holds numbers, with random ones that name the last erasures, and nothing of a viewer.
 */
async function readKept(page: Page): Promise<string[]> {
  const isErasure = (line: string): boolean =>
    /: \{"deviceHash":"","epoch":\d+,"epochStartedAt":\d+,"revision":\d+,"erasedEpoch":\d+,"erasures":\["\d+"(?:,"\d+")*\],"isWithdrawn":(true|false)\}$/.test(
      line,
    );
  return (await readAll(page)).filter((line) => !isErasure(line));
}

async function readAll(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const kept = [localStorage, sessionStorage].flatMap((storage) =>
      Object.entries(storage).map(([name, text]) => `${name}: ${text}`),
    );
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name!);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error!);
      });
      for (const store of database.objectStoreNames) {
        const records = await new Promise<unknown[]>((resolve) => {
          const asking = database.transaction(store).objectStore(store).getAll();
          asking.onsuccess = () => resolve(asking.result);
        });
        kept.push(...records.map((record) => `${name}/${store}: ${JSON.stringify(record)}`));
      }
      database.close();
    }
    return kept;
  });
}

async function openPrivacy(page: Page): Promise<void> {
  await page.locator('[data-session]').click();
  await expect(page.getByRole('heading', { name: 'Privacy' })).toBeVisible();
}

const remember = (page: Page) => page.getByRole('switch', { name: 'Remember me on this device' });

test(
  '“Forget me” leaves nothing of the platform on the device, in no tab',
  { tag: '@main' },
  async ({ context, page, site, noise }) => {
    await page.goto(site.url);
    await logIn(page, 'ada', 'lovelace');
    await expect(page.locator('[data-account]')).toHaveText('ada');
    const other = await context.newPage();
    await other.goto(`${site.url}/search.html?q=comedy`);
    await expect(other.locator('[data-account]')).toHaveText('ada');
    await expect
      .poll(async () => (await readKept(page)).map((line) => line.split(':')[0]))
      .toEqual(expect.arrayContaining(['usher', 'usher/sessions']));
    const id = await readSessionId(page);

    await openPrivacy(page);
    await page.getByRole('button', { name: 'Forget me' }).click();
    await expect(page.getByText('Forgotten.')).toBeVisible();
    await expect(other.locator('[data-login]')).toBeVisible();
    expect(await readKept(page)).toEqual([]);
    await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ended');

    await page.reload();
    await expect(page.locator('[data-login]')).toBeVisible();
    expect(await readSessionId(page)).not.toBe(id);
    const devices = site
      .calls('session/init')
      .map(({ body }) => new URLSearchParams(body).get('nxp_devh'));
    expect(new Set(devices).size).toBe(2);
    expect(noise).toEqual([]);
  },
);

test('who is not remembered leaves no trace, and begins anew with each page', async ({
  page,
  site,
  noise,
}) => {
  await page.goto(site.url);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  await openPrivacy(page);
  await expect(remember(page)).toBeChecked();
  await remember(page).click();
  await expect(page.getByText('Nothing of you is kept on this device any more.')).toBeVisible();
  expect(await readKept(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await logIn(page, 'ada', 'lovelace');
  await expect(page.locator('[data-account]')).toHaveText('ada');
  expect(await readKept(page)).toEqual([]);

  for (const path of [`/watch.html?gid=${films.free.gid}`, '/search.html?q=comedy']) {
    await page.goto(site.url + path);
    await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
    await expect(page.locator('[data-login]')).toBeVisible();
    expect(await readKept(page)).toEqual([]);
  }
  await openPrivacy(page);
  await expect(remember(page)).not.toBeChecked();
  await remember(page).click();
  await expect(page.getByText('From now on.')).toBeVisible();
  const id = await page.locator('[data-session-id]').textContent();
  await page.reload();
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  expect(await readSessionId(page)).toBe(id);
  expect(noise).toEqual([]);
});
