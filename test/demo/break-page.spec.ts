import type { Locator, Page } from '@playwright/test';
import { findings } from '../fixtures/elements/film-page.ts';
import { expectNothingSideways } from '../fixtures/flows/sideways.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9299 });

const scenes = [
  'kill-tab',
  'lose-answer',
  'lose-session',
  'log-in-between',
  'skew-clock',
  'fill-storage',
  'withdraw-consent',
];

const resultOf = (page: Page, scene: string): Locator =>
  page.locator(`[data-scene=${scene}] [data-result]`);

async function open(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/break.html`);
  await expect(page.locator('[data-verdict=ok]')).toHaveCount(4);
}

/** Presses the button of a scene, and waits for its end. */
async function play(page: Page, scene: string): Promise<void> {
  const button = page.locator(`[data-scene=${scene}]`).getByRole('button');
  await button.click();
  // A finish is repeated after ten seconds.
  await expect(resultOf(page, scene)).toHaveAttribute('data-result', /ok|broken/, {
    timeout: 90_000,
  });
  await expect(button).toBeEnabled();
}

/** What a browser itself says of an answer that is lost or refused. No page can prevent that. */
const isOfBrowser = (line: string): boolean =>
  /Failed to load resource|blocked by CORS policy/.test(line);

/** How many finishes of a scene reach the platform, where it is not one. */
const finishes: Readonly<Record<string, readonly number[]>> = {
  'lose-answer': [2],
  'lose-session': [2],
  // The lease of a tab whose clock is wrong counts for nothing, so this page may send it too.
  'skew-clock': [1, 2],
  // The tab may have sent it just before.
  'withdraw-consent': [1, 2],
};

test('these are all scenes, each with what should happen', async ({ page, site }) => {
  await open(page, site.url);
  const cards = page.locator('[data-scene]');
  expect(
    await cards.evaluateAll((all) => all.map((card) => (card as HTMLElement).dataset['scene'])),
  ).toEqual(scenes);
  await expect(cards.filter({ hasText: 'What should happen:' })).toHaveCount(scenes.length);
});

for (const id of scenes) {
  const tag = id === 'lose-answer' ? '@all' : [];
  test(`${id} loses no payment, and charges it once`, { tag }, async ({ page, site, noise }) => {
    await open(page, site.url);
    await play(page, id);
    await expect(resultOf(page, id)).toContainText('was charged once, and granted at');
    await expect(resultOf(page, id)).toHaveAttribute('data-result', 'ok');

    await expect(page.locator('[data-judge=granted]')).toContainText(
      '1 payment of this viewer on this page, 1 granted.',
    );
    await expect(page.locator('[data-judge=user]')).toContainText(
      'The platform has ada. This page shows ada, the other tab shows ada.',
    );
    await expect(page.locator('[data-verdict=ok]')).toHaveCount(4);
    await expect(page.getByText('belongs to another viewer')).toBeHidden();
    const [transaction] = await page
      .locator('[data-ledger] tbody tr')
      .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['transaction']));
    const sent = site
      .calls('payment/finishtransaction')
      .filter(({ method, query }) => method === 'POST' && query.includes(transaction!));
    expect(finishes[id] ?? [1]).toContain(sent.length);
    expect(noise.filter((line) => !isOfBrowser(line))).toEqual([]);
  });
}

test('what the storage was filled with is gone afterwards, also when the page is left', async ({
  page,
  site,
}) => {
  await open(page, site.url);
  const name = 'lantern-row:filling:0';
  await page.evaluate((key) => localStorage.setItem(key, 'x'), name);
  await page.goto(`${site.url}/page/fonts/OFL.txt`); // the same origin without any script
  expect(await page.evaluate((key) => localStorage.getItem(key), name)).toBe(null);
  await page.evaluate((key) => localStorage.setItem(key, 'x'), name);
  await open(page, site.url);
  expect(await page.evaluate((key) => localStorage.getItem(key), name)).toBe(null);
});

test('a scene that fails says so, and the next one can be tried', async ({ page, site }) => {
  await open(page, site.url);
  await page.route('**/__viewer/faults', (route) => route.abort());
  await play(page, 'lose-answer');
  await expect(resultOf(page, 'lose-answer')).toHaveAttribute('data-result', 'broken');
  await play(page, 'fill-storage');
  await expect(resultOf(page, 'fill-storage')).toHaveAttribute('data-result', 'ok');
});

test('a viewer who is not remembered is told that two tabs share nothing', async ({
  page,
  site,
  context,
}) => {
  await context.addCookies([{ name: 'lantern-row-remember', value: 'no', url: site.url }]);
  await open(page, site.url);
  await play(page, 'kill-tab');
  await expect(resultOf(page, 'kill-tab')).toContainText('does not remember you');
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
      await open(page, site.url);
      expect(await findings(page)).toEqual([]);
      await play(page, 'kill-tab');
      expect(await findings(page)).toEqual([]);
      await expectNothingSideways(page);
      expect(noise).toEqual([]);
    });
  }
}
