import { existsSync } from 'node:fs';
import type { JSHandle, Locator, Page } from '@playwright/test';
import { areas } from '../../demo/platform/areas.ts';
import type { Usher } from '../../src/index.ts';
import { fillLogin, findings } from '../fixtures/elements/film-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9581 });

const titles = ['Session', 'Calls', 'Items', 'Purchases', 'Events', 'Diagnosis', 'Faults'];

const inspectorOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Usher inspector' });

/** The runtime of the page, in an object that the page keeps. */
const runtimeOf = (page: Page): Promise<JSHandle<{ usher: Usher }>> =>
  page.evaluateHandle(
    () =>
      new Promise<{ usher: Usher }>((resolve) => {
        (window.usher ??= []).push((usher) => resolve({ usher }));
      }),
  );

async function openInspector(page: Page): Promise<Locator> {
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  await page.keyboard.press('Control+Alt+i');
  const inspector = inspectorOf(page);
  await expect(inspector).toContainText('ready since');
  return inspector;
}

test('a developer follows a viewer by the key of the demo', async ({
  page,
  platform,
  site,
  noise,
}) => {
  const { globalId } = (await platform.filmForSale())!;
  await page.goto(`${site.url}/watch.html?gid=${globalId}`);
  const inspector = await openInspector(page);
  await expect(inspector.getByRole('tab', { name: 'Session' })).toBeFocused();

  await page.keyboard.press('ArrowRight');
  const opening = inspector.getByRole('row').filter({ hasText: 'session/init' });
  await expect(opening).toHaveCount(1);
  await expect(opening).toContainText('200');
  const filter = inspector.getByRole('searchbox', { name: 'Filter the calls' });
  await filter.fill('itemstate');
  await expect(opening).toHaveCount(0);
  await filter.fill('INIT 200');
  await expect(opening).toHaveCount(1);
  await expect(inspector.getByRole('tabpanel', { name: 'Calls' })).toContainText(/1 of \d/);
  await filter.fill('no such call');
  await expect(inspector).toContainText('None of the calls has these words.');
  await filter.press('Escape');
  await expect(filter).toHaveValue('');
  await expect(opening).toHaveCount(1);
  const link = inspector.getByRole('link', { name: 'The calls at the platform' });
  await expect(link).toHaveAttribute('href', `${platform.url}/__calls`);
  expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(24);

  await inspector.getByRole('tab', { name: 'Items' }).click();
  await expect(inspector.getByRole('row', { name: /not-paid/ })).toContainText(
    'The platform said denied (not-paid)',
  );

  await page.locator('usher-account, [data-login]').first().click();
  await expect(page.getByLabel('User name')).toBeVisible();
  await fillLogin(page.locator('body'));
  await inspector.getByRole('tab', { name: 'Events' }).click();
  await expect(inspector.getByRole('row').filter({ hasText: /login.*viewer \d+/ })).toHaveCount(1);
  await expect(inspector).not.toContainText('ada');

  await inspector.getByRole('tab', { name: 'Diagnosis' }).click();
  await inspector.getByRole('button', { name: 'Run the diagnosis' }).click();
  await expect(inspector.getByRole('status')).toHaveText('All checks are ok.');

  await page.keyboard.press('Control+Alt+i');
  await expect(inspector).toBeHidden();
  expect(noise).toEqual([]);
});

test('each link of its tables to the documentation has a page there', async ({ page, site }) => {
  await page.goto(site.url);
  const inspector = await openInspector(page);
  const linked = new Set<string>();
  const read = async (title: string): Promise<void> => {
    await inspector.getByRole('tab', { name: title }).click();
    const links = inspector.getByRole('tabpanel', { name: title }).locator('td a');
    if (title === 'Diagnosis') {
      await inspector.getByRole('button', { name: 'Run the diagnosis' }).click();
    }
    await expect(links.first()).toBeVisible();
    for (const href of await links.evaluateAll((all) => all.map((a) => a.getAttribute('href')))) {
      linked.add(href ?? '');
    }
  };
  for (const title of ['Calls', 'Events', 'Diagnosis']) await read(title);
  const names = [...linked].map((href) => /^\/docs\/(.+)\.html$/.exec(href)?.[1] ?? href);
  expect(names).toEqual(
    expect.arrayContaining(['endpoints/session/init', 'stores-and-events', 'debugging']),
  );
  for (const name of [...names, 'errors', 'items-and-reasons', 'purchases']) {
    const [, area = '', endpoint = ''] = /^endpoints\/([^/]+)\/([^/]+)$/.exec(name) ?? [];
    const rows = areas.find((one) => one.name === area)?.rows ?? {};
    expect(Object.hasOwn(rows, endpoint) || existsSync(`docs/${name}.md`), name).toBe(true);
  }
});

test('the page comes back from each fault that a developer simulates', async ({ page, site }) => {
  await page.goto(site.url);
  const inspector = await openInspector(page);
  const chip = page.locator('[data-session]');
  const faults = inspector.getByRole('tabpanel', { name: 'Faults' });
  const runtime = await runtimeOf(page);
  const check = (): Promise<string> =>
    runtime.evaluate(async ({ usher }) => {
      const { access, error } = await usher.item({ item: 7, streamtype: 'video' }).check();
      return error?.code ?? access;
    });
  const checks = () => site.calls('payment/itemstate').filter(({ method }) => method === 'POST');
  await inspector.getByRole('tab', { name: 'Faults' }).click();

  await faults.getByRole('checkbox', { name: 'Offline' }).check();
  await expect(chip).toHaveAttribute('data-cut-off');
  const before = checks().length;
  expect(await check()).toBe('network');
  expect(checks()).toHaveLength(before);
  await faults.getByRole('checkbox', { name: 'Offline' }).uncheck();
  await expect(chip).not.toHaveAttribute('data-cut-off');
  expect(await check()).toBe('denied');

  await faults.getByRole('button', { name: 'Lose the next answer' }).click();
  const asked = checks().length;
  expect(await check()).toBe('denied'); // the check is sent again
  expect(checks()).toHaveLength(asked + 2);

  const sessionOf = (): Promise<string | null> =>
    runtime.evaluate(({ usher }) => usher.$session.get().id);
  const first = await sessionOf();
  await faults.getByRole('button', { name: 'Lose the session' }).click();
  await expect(faults.getByRole('status')).toHaveText('The next request will lose the session.');
  expect(await check()).toBe('denied');
  expect(await sessionOf()).not.toBe(first);

  await faults.getByRole('checkbox', { name: 'Offline' }).check();
  await page.keyboard.press('Control+Alt+i');
  await expect(chip).not.toHaveAttribute('data-cut-off');
  expect(await check()).toBe('denied');
});

test('a developer keeps code away that is not loaded yet', async ({ page, site }) => {
  await page.goto(site.url);
  const inspector = await openInspector(page);
  await inspector.getByRole('tab', { name: 'Faults' }).click();
  await inspector.getByRole('button', { name: 'Refuse scripts' }).click();
  const load = async (): Promise<string> =>
    (await runtimeOf(page)).evaluate(({ usher }) =>
      usher.statistics().then(
        () => 'loaded',
        ({ code }: { code: string }) => code,
      ),
    );
  expect(await load()).toBe('network');
  await page.reload();
  await openInspector(page);
  expect(await load()).toBe('loaded');
});

/**
 * Writes the lease of another tab into the record of the device's session. Resolves with the number
 * of records written: 0 until the page has stored its session.
 */
const takeLease = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let written = 0;
        const opening = indexedDB.open('usher');
        opening.onupgradeneeded = () => opening.transaction!.abort(); // it is the page's to create
        opening.onerror = () => resolve(0);
        opening.onsuccess = () => {
          const writing = opening.result.transaction('sessions', 'readwrite');
          const reading = writing.objectStore('sessions').openCursor();
          reading.onsuccess = () => {
            const cursor = reading.result;
            if (!cursor) return;
            const lease = { tabId: 'another', expiresAt: Date.now() + 14_000 };
            if ('epoch' in cursor.value) {
              cursor.update({ ...cursor.value, lease });
              written++;
            }
            cursor.continue();
          };
          writing.oncomplete = () => {
            opening.result.close();
            resolve(written);
          };
        };
      }),
  );

test('two tabs with an inspector count each other, and say who has the lease', async ({
  context,
  page,
  site,
}) => {
  await page.goto(site.url);
  const first = await openInspector(page);
  const counted = (inspector: Locator): Locator =>
    inspector.locator('dt:text-is("Tabs with an inspector") + dd');
  await expect(counted(first)).toHaveText('1');
  const lease = first.locator('dt:text-is("Lease") + dd');
  await expect.poll(() => takeLease(page)).toBe(1);
  await first.getByRole('tab', { name: 'Calls' }).click();
  await first.getByRole('tab', { name: 'Session' }).click();
  await expect(lease).toHaveText(/^another tab until \d\d:\d\d/);
  const other = await context.newPage();
  await other.goto(site.url);
  const second = await openInspector(other);
  await expect(counted(second)).toHaveText('2');
  await other.keyboard.press('Control+Alt+i');
  // The view asks for the number when it is chosen. The browser may still count the closed one.
  await expect(async () => {
    await first.getByRole('tab', { name: 'Session' }).click();
    await expect(counted(first)).toHaveText('1', { timeout: 500 });
  }).toPass();
});

for (const { scheme, width } of [
  { scheme: 'light', width: 1280 },
  { scheme: 'dark', width: 360 },
] as const) {
  test(`axe finds no problem in the inspector, ${scheme} at ${width} px`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(site.url);
    const inspector = await openInspector(page);
    const widths = (): Promise<number[]> =>
      inspector.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => tab.clientWidth));
    const before = await widths();
    for (const title of titles) {
      await inspector.getByRole('tab', { name: title }).click();
      await expect(inspector.getByRole('tabpanel', { name: title })).toBeVisible();
      expect(await widths(), title).toEqual(before); // no tab moves when another one is chosen
      expect(await findings(page), title).toEqual([]);
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

for (const { name, media, width } of [
  { name: 'light', media: { colorScheme: 'light' }, width: 1280 },
  { name: 'dark at 390 px', media: { colorScheme: 'dark' }, width: 390 },
  { name: 'forced colours', media: { forcedColors: 'active' }, width: 1280 },
  { name: 'forced colours at 390 px', media: { forcedColors: 'active' }, width: 390 },
] as const) {
  test(`the arrow keys reach each tab of the inspector in full view, ${name}`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia(media);
    await page.goto(site.url);
    const inspector = await openInspector(page);
    const expectChosen = async (title: string): Promise<void> => {
      const tab = inspector.getByRole('tab', { name: title });
      await expect(tab).toBeFocused();
      await expect(tab).toHaveAttribute('aria-selected', 'true');
      await expect(tab).toBeInViewport({ ratio: 0.99 });
      await expect(tab).toHaveCSS('outline-style', 'solid');
      await expect(inspector.getByRole('tabpanel')).toHaveCount(1);
      await expect(inspector.getByRole('tabpanel', { name: title })).toBeVisible();
    };
    for (const title of [...titles, 'Session']) {
      await expectChosen(title);
      await page.keyboard.press('ArrowRight');
    }
    for (const [key, title] of [
      ['End', 'Faults'],
      ['ArrowLeft', 'Diagnosis'],
      ['Home', 'Session'],
      ['ArrowLeft', 'Faults'],
    ] as const) {
      await page.keyboard.press(key);
      await expectChosen(title);
    }
    await page.keyboard.press('Tab');
    await expect(inspector.getByRole('button', { name: 'Close the inspector' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(inspector.getByRole('tabpanel', { name: 'Faults' })).toBeFocused();
  });
}

test('the end of the page can be scrolled above the inspector, and the room goes with it', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/submit.html`);
  const heightOf = (): Promise<number> =>
    page.evaluate(() => document.documentElement.scrollHeight);
  await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  await page.waitForLoadState('networkidle');
  const before = await heightOf();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const inspector = await openInspector(page);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const end = (await page.locator('.site-footer').boundingBox())!;
    const panel = (await inspector.boundingBox())!;
    expect(end.y + end.height, `${width} px`).toBeLessThanOrEqual(panel.y + 1);
    await page.keyboard.press('Escape');
    await expect(inspector).toHaveCount(0);
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect.poll(heightOf).toBe(before);
});
