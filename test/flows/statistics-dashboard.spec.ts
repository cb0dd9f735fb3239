import type { Locator, Page } from '@playwright/test';
import { leastContrastOf } from '../fixtures/flows/contrast.ts';
import { expect, test } from '../fixtures/flows/site.ts';

// A tenant with a month of events, and without customers.
test.use({ domain: 9331 });

const cardOf = (page: Page, title: string): Locator => page.locator(`[data-card="${title}"]`);

/** Opens the dashboard and waits until each part has said what it knows. */
async function openDashboard(page: Page, url: string, query = ''): Promise<void> {
  await page.goto(`${url}/statistics.html${query}`);
  await expectSettled(page);
}

async function expectSettled(page: Page): Promise<void> {
  await expect(page.locator('[data-card]')).toHaveCount(9);
  await expect(
    page.locator('[data-card][data-state=loading], [data-dashboard] [aria-busy]'),
  ).toHaveCount(0, { timeout: 15_000 });
  await expect(page.locator('[data-statistics-status]')).toHaveText('The figures are up to date.');
}

/** The figures of one column of a card's table, which is opened where it is closed. */
async function columnOf(card: Locator, column = 0): Promise<string[]> {
  if (!(await card.locator('details').evaluate((details: HTMLDetailsElement) => details.open))) {
    await card.locator('summary').click();
  }
  await expect(card.locator('tbody tr').first()).toBeVisible();
  return card.locator(`tbody td:nth-of-type(${column + 1})`).allTextContents();
}

const sumOf = (texts: string[]): number =>
  texts.reduce((sum, text) => sum + Number(text.replaceAll(',', '')), 0);
const figureIn = (text: string | null): number =>
  Number(/[\d,]+/.exec(text ?? '')![0].replaceAll(',', ''));

test(
  'tiles, summaries, tables and parts agree on how many views there were',
  { tag: '@main' },
  async ({ page, site, noise }) => {
    await openDashboard(page, site.url);
    const total = figureIn(await page.locator('.tile dd').first().textContent());
    expect(total).toBeGreaterThan(50);
    expect(figureIn(await cardOf(page, 'Over time').locator('.card-summary').textContent())).toBe(
      total,
    );
    const days = await columnOf(cardOf(page, 'Over time'));
    expect(days).toHaveLength(28);
    expect(sumOf(days)).toBe(total);
    expect(sumOf(await columnOf(cardOf(page, 'Where and how')))).toBe(total);
    for (const [by, groups] of [
      ['hour', 24],
      ['weekday', 7],
    ] as const) {
      await page.locator('[data-choice=by]').selectOption(by);
      await expectSettled(page);
      const figures = await columnOf(cardOf(page, 'Over time'));
      expect([by, figures.length, sumOf(figures)]).toEqual([by, groups, total]);
    }
    expect(noise).toEqual([]);
  },
);

test('the key figures fill their rows at each width', async ({ page, site }) => {
  await openDashboard(page, site.url);
  for (const width of [390, 844, 1024, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    const counts = await page.locator('.tile').evaluateAll((tiles) => {
      const tops = tiles.map((tile) => Math.round(tile.getBoundingClientRect().top));
      return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length);
    });
    expect(new Set(counts).size, `${width}: ${counts.join(', ')}`).toBe(1);
  }
});

test('what is chosen stands in the address, which can be shared and gone back from', async ({
  page,
  site,
}) => {
  await openDashboard(page, site.url);
  const views = cardOf(page, 'Over time').locator('.card-summary');
  const all = await views.textContent();
  await page.getByLabel('Way in', { exact: true }).selectOption('mobile');
  await page.locator('[data-choice=share]').selectOption('country');
  await expectSettled(page);
  await expect(page).toHaveURL(/\?gateway=mobile&share=country$/);
  await expect(views).not.toHaveText(all!);
  const few = await views.textContent();
  await expect(cardOf(page, 'Where and how').locator('.card-summary')).toHaveText(/^Germany: /);

  await page.reload();
  await expectSettled(page);
  await expect(page.getByLabel('Way in', { exact: true })).toHaveValue('mobile');
  await expect(views).toHaveText(few!);

  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/statistics\.html$/);
  await expect(page.getByLabel('Way in', { exact: true })).toHaveValue('');
  await expect(views).toHaveText(all!);
});

test('an address that asks for what there is not shows the usual view', async ({
  page,
  site,
  noise,
}) => {
  await openDashboard(
    page,
    site.url,
    '?period=toString&figure=__proto__&from=2026-02-30&timezone=Moon/Base&country=x&item=../1&by=century',
  );
  await expect(page.getByLabel('Period')).toHaveValue('28');
  await expect(page.locator('[data-choice=figure]')).toHaveValue('views');
  await expect(cardOf(page, 'Over time')).toHaveAttribute('data-state', 'ready');
  expect(noise).toEqual([]);
});

test('days of one’s own hold, in the timezone that is asked for; a first day after the last is refused', async ({
  page,
  site,
}) => {
  await openDashboard(page, site.url);
  const today = await page.getByLabel('To', { exact: true }).inputValue();
  await page.getByLabel('From', { exact: true }).fill(today);
  await expectSettled(page);
  await expect(page).toHaveURL(new RegExp(`period=own&from=${today}&to=${today}$`));
  expect(await columnOf(cardOf(page, 'Over time'))).toHaveLength(1);
  await page.getByLabel('Days of').selectOption('Asia/Tokyo');
  await expectSettled(page);
  const asked = site.calls('statistics/viewsbyday').map(({ query }) => new URLSearchParams(query));
  expect(
    asked.some(
      (query) =>
        query.get('timezone') === 'Asia/Tokyo' &&
        query.get('from') === today &&
        query.get('to') === today,
    ),
  ).toBe(true);
  const before = page.url();
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  expect(page.url()).toBe(before);
});

test('an item of the ranking is one press away, and can be taken away again', async ({
  page,
  site,
}) => {
  await openDashboard(page, site.url);
  const ranking = cardOf(page, 'Leading items');
  const [most] = await columnOf(ranking);
  const link = ranking.locator('tbody a').first();
  const title = await link.textContent();
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/item=\d+$/);
  await expectSettled(page);
  await expect(page.getByLabel('Item', { exact: true })).toHaveValue(title!);
  expect(figureIn(await cardOf(page, 'Over time').locator('.card-summary').textContent())).toBe(
    Number(most),
  );
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
  await expect(page).toHaveURL(/statistics\.html$/);
  await expect(page.getByLabel('Media')).toBeFocused();
});

test('the item is found by its title too', async ({ page, site }) => {
  await openDashboard(page, site.url);
  const input = page.getByLabel('Item', { exact: true });
  await input.fill('chicag');
  await expect(page.locator('#filter-item-list option[value="Chicago"]')).toBeAttached();
  await input.fill('Chicago');
  await expect(page).toHaveURL(/item=\d+$/);
});

test('where nothing was counted, words say so', async ({ page, site }) => {
  await openDashboard(page, site.url, '?streamtype=live');
  await expect(cardOf(page, 'Over time')).toHaveAttribute('data-state', 'empty');
  await expect(cardOf(page, 'Over time')).toContainText('Nothing was counted');
  await expect(cardOf(page, 'Leading items')).toHaveAttribute('data-state', 'empty');
  await expect(page.locator('.tile dd').first()).toHaveText('0');
});

test('a figure that fails says why and comes by another try; the others stand', async ({
  page,
  site,
}) => {
  let fails = true;
  await page.route('**/statistics/distributionbygateway*', (route) =>
    fails
      ? route.fulfill({
          status: 400,
          headers: { 'Access-Control-Allow-Origin': '*' },
          json: { metadata: { status: 400, errorhint: 'gateway must be one' }, result: {} },
        })
      : route.fallback(),
  );
  await openDashboard(page, site.url);
  const card = cardOf(page, 'Where and how');
  await expect(card).toHaveAttribute('data-state', 'failed');
  await expect(card.getByRole('alert')).toContainText('gateway must be one');
  await expect(cardOf(page, 'Over time')).toHaveAttribute('data-state', 'ready');
  fails = false;
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card).toHaveAttribute('data-state', 'ready');
});

test('a chart is drawn once the viewer comes near it, with the figures of then', async ({
  page,
  site,
}) => {
  await openDashboard(page, site.url);
  const last = page.locator('[data-card][data-state=ready]').last();
  await expect(cardOf(page, 'Over time').locator('canvas')).toBeVisible();
  for (const key of ['now', 'before']) {
    await expect(cardOf(page, 'Over time').locator(`.legend .${key}`)).toBeVisible();
  }
  await expect(last.locator('canvas')).toHaveCount(0);
  await page.getByLabel('Period').selectOption('7');
  await expectSettled(page);
  await last.scrollIntoViewIfNeeded();
  await expect(last.getByRole('slider')).toHaveAttribute('aria-valuemax', '7');
});

test('old figures stay while new ones come', async ({ page, site }) => {
  await openDashboard(page, site.url);
  const card = cardOf(page, 'Over time');
  const old = await card.locator('.card-summary').textContent();
  const held: (() => void)[] = [];
  await page.route('**/statistics/clicksbyday*', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.fallback();
  });
  await page.locator('[data-choice=figure]').selectOption('clicks');
  await expect(card).toHaveAttribute('aria-busy', 'true');
  await expect(card.locator('.card-summary')).toHaveText(old!);
  await expect(card.locator('canvas')).toBeVisible();
  await expect.poll(() => held.length).toBe(2);
  for (const go of held) go();
  await expect(card.locator('.card-summary')).toHaveText(/clicks? in 28 days/);
});

test('without the chart library the figures come as tables', async ({ page, site }) => {
  await page.route('**/library/chart.js', (route) => route.abort());
  await openDashboard(page, site.url);
  await expect(cardOf(page, 'Over time').locator('tbody tr')).toHaveCount(28);
  await expect(page.locator('canvas')).toHaveCount(0);
});

test('real time updates by itself until it is held', async ({ page, site }) => {
  await page.clock.install();
  await openDashboard(page, site.url);
  await expect(page.locator('[data-now-said]')).toHaveText(/^As of .* It updates by itself\.$/);
  const asked = () =>
    site
      .calls('statistics/realtime')
      .filter(({ path, method }) => method === 'GET' && path.endsWith('/realtime')).length;
  const before = asked();
  await page.clock.fastForward(10_000);
  await expect.poll(asked).toBe(before + 1);
  await page.getByRole('button', { name: 'Hold' }).click();
  await expect(page.locator('[data-now-said]')).toHaveText(/^Held\. As of /);
  await page.clock.fastForward(60_000);
  await page.locator('[data-choice=last]').selectOption('240'); // asks anew, and goes on
  await expect.poll(asked).toBe(before + 2);
  await expect(page.getByRole('button', { name: 'Hold' })).toHaveAttribute('aria-pressed', 'false');
});

test('the keyboard reads a chart point by point', async ({ page, site }) => {
  await openDashboard(page, site.url);
  const chart = cardOf(page, 'Over time').getByRole('slider', {
    name: 'Views, by day, point by point',
  });
  const days = await columnOf(cardOf(page, 'Over time'));
  await page.locator('[data-choice=by]').focus();
  await page.keyboard.press('Tab');
  await expect(chart).toBeFocused();
  await page.keyboard.press('End');
  await expect(chart).toHaveAttribute('aria-valuenow', '28');
  await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`: Views ${days.at(-1)}(,|$)`));
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`: Views ${days.at(-2)}(,|$)`));
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuenow', '1');
});

test('at 360 px nothing scrolls sideways, in either direction, tables open', async ({
  page,
  site,
  noise,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openDashboard(page, site.url);
  for (const card of await page.locator('[data-card][data-state=ready]').all()) {
    await card.scrollIntoViewIfNeeded();
    await expect(card.locator('canvas')).toBeVisible();
  }
  await page.locator('details.figures').evaluateAll((all: HTMLDetailsElement[]) => {
    for (const details of all) details.open = true;
  });
  for (const direction of ['rtl', 'ltr']) {
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
      direction,
    ).toBeLessThanOrEqual(0);
  }
  const small = await page
    .locator('main :is(button, select, input, summary):visible')
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().height < 36).map((one) => one.outerHTML),
    );
  expect(small).toEqual([]);
  expect(noise).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} mode`, () => {
    test.use({ colorScheme });

    test('text and marks stand out from their ground', async ({ page, site }) => {
      await openDashboard(page, site.url);
      for (const selector of [
        '.statistics-head p',
        '.choice label',
        '.choice select',
        '.tile dt',
        '.tile dd',
        '.card-summary',
        '.card-note',
        '.card-empty',
        '.legend',
        '.figures > summary',
        '.now-figures dt',
        '[data-now-said]',
      ]) {
        await expect(page.locator(selector).first(), selector).toBeAttached();
        expect(await leastContrastOf(page.locator(selector)), selector).toBeGreaterThanOrEqual(4.5);
      }
      // The marks of a chart are as its key shows them; what is drawn needs 3 to 1.
      await page.locator('.key.now').evaluateAll((keys: HTMLElement[]) => {
        for (const key of keys) key.style.color = 'var(--chart-now)';
      });
      await page.locator('.key.before').evaluateAll((keys: HTMLElement[]) => {
        for (const key of keys) key.style.color = 'var(--chart-before)';
      });
      for (const selector of ['.key.line.now', '.key.before']) {
        await expect(page.locator(selector).first(), selector).toBeAttached();
        expect(await leastContrastOf(page.locator(selector)), selector).toBeGreaterThanOrEqual(3);
      }
    });
  });
}

test('no page but the dashboard loads the chart library', async ({ page, site }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  for (const path of ['/', '/search.html?q=comedy', '/watch.html?gid=5000001']) {
    await page.goto(site.url + path);
    await expect(page.locator('[data-session]')).toHaveAttribute('data-status', 'ready');
  }
  await page.getByRole('link', { name: 'House figures' }).click();
  await expectSettled(page);
  const isLibrary = (path: string): boolean =>
    path.startsWith('/library/') || path.startsWith('/page/pages/statistics');
  expect(loaded.filter(isLibrary)).toContain('/library/chart.js');
  expect(loaded.slice(0, loaded.indexOf('/statistics.html')).filter(isLibrary)).toEqual([]);
});
