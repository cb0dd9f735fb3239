import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openEmptyPage } from '../fixtures/flows/empty-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';
import { builtFiles, closure } from '../package/built-files.mjs';

test.use({ domain: 9161 });

/** What test/package/budgets.json says that a page fetches. */
function budgeted(name: string): Set<string> {
  const { budgets } = JSON.parse(readFileSync('test/package/budgets.json', 'utf8')) as {
    budgets: { name: string; files: string[] }[];
  };
  const files = budgets.find((budget) => budget.name === name)?.files ?? [];
  return new Set(closure(builtFiles('dist/cdn'), files).map(({ path }) => path));
}

/** Resolves in the page itself, where nothing polls. */
const ready = `new Promise((resolve) => (window.usher = window.usher || []).push((usher) =>
  usher.$session.subscribe(({ status }) => { if (status === 'ready') resolve(usher); })))`;

/**
 * Opens a page with nothing but the script tag; answers with the scripts of the runtime that it has
 * fetched, as they come. Its time stands still: on a slow machine an opening that lasts a second
 * would fetch the background.
 */
async function openPage(page: Page, url: string, baseUrl: string): Promise<Set<string>> {
  const fetched = new Set<string>();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  page.on('request', (request) => {
    const [, path] = request.url().split('/dist/cdn/');
    if (path?.endsWith('.js')) fetched.add(path);
  });
  await openEmptyPage(page, url);
  await page.evaluate(
    (dataset) => {
      // Idle callbacks wait for goIdle(), so that what comes before them can be told apart.
      const held: (() => void)[] = [];
      Object.assign(window, {
        requestIdleCallback: (callback: () => void) => held.push(callback),
        goIdle: () => held.splice(0).forEach((callback) => callback()),
      });
      const script = Object.assign(document.createElement('script'), {
        type: 'module',
        src: '/dist/cdn/usher.js',
      });
      Object.assign(script.dataset, dataset);
      document.body.append(script);
    },
    { baseUrl, gateway: 'desktop' },
  );
  await page.evaluate(`${ready}.then(() => {})`);
  return fetched;
}

test('until ready, and in the minute after, a page fetches what the budgets count', async ({
  page,
  platform,
  site,
}) => {
  const fetched = await openPage(page, site.url, `${platform.url}/v3.1/9161`);
  expect(fetched).toEqual(budgeted('until ready'));
  await page.evaluate('goIdle()');
  await expect.poll(() => fetched).toEqual(budgeted('60 s untouched'));
  await page.clock.fastForward(60_000);
  await page.waitForLoadState('networkidle');
  expect(fetched).toEqual(budgeted('60 s untouched'));
});

test('until the first item state a page fetches what the budget counts', async ({
  page,
  browser,
  platform,
  site,
}) => {
  await openPage(page, site.url, `${platform.url}/v3.1/9161`);
  const item = await page.evaluate(
    `${ready}.then((usher) => usher.allmedia()).then((allmedia) => allmedia.latest({ limit: 1 })).then(({ items }) => items[0].general.ID)`,
  );
  const another = await browser.newPage(); // with a profile of its own
  const fetched = await openPage(another, site.url, `${platform.url}/v3.1/9161`);
  const check = `usher.item({ item: '${String(item)}', streamtype: 'video' }).check()`;
  expect(
    await another.evaluate(`${ready}.then((usher) => ${check}).then(({ access }) => access)`),
  ).toMatch(/granted|denied/);
  expect(fetched).toEqual(budgeted('until the first item state'));
  await another.close();
});
