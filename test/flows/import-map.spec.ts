import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test, type Page } from '@playwright/test';
import { codeBlocks } from '../fixtures/package/markdown.ts';

const shop = 'https://shop.example.com/';
const folder = 'https://cdn.example.com/usher/0.1.0/';

/** What the sample of the documentation writes for the build. */
async function runSample(): Promise<{ head: string; policy: string }> {
  const { code } = codeBlocks('docs/hosting.md').find((block) => block.code.includes('importmap'))!;
  const path = resolve(test.info().outputDir, 'sample.mjs');
  mkdirSync(test.info().outputDir, { recursive: true });
  const here = code.replace('node_modules/usher-runtime/dist', 'dist');
  writeFileSync(path, `${here}\nexport { head, policy };\n`);
  return (await import(pathToFileURL(path).href)) as { head: string; policy: string };
}

/** Opens the page of the sample. Returns the paths of the files of Usher that it fetches. */
async function open(
  page: Page,
  { head, policy }: { head: string; policy: string },
  change: (path: string, text: string) => string = (_, text) => text,
): Promise<string[]> {
  const fetched: string[] = [];
  await page.route(`${shop}**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: {
        'Content-Security-Policy': `default-src 'none'; connect-src https://api.example.com; ${policy}`,
      },
      body: `<!doctype html><head>${head}</head>`,
    }),
  );
  await page.route(`${folder}**`, (route) => {
    const path = route.request().url().slice(folder.length);
    fetched.push(path);
    return route.fulfill({
      contentType: 'text/javascript',
      headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'max-age=31536000' },
      body: change(path, readFileSync(`dist/cdn/${path}`, 'utf8')),
    });
  });
  await page.route('https://api.example.com/**', (route) =>
    route.fulfill({
      headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' },
      json: {
        metadata: { status: 200 },
        result: { general: { cid: '7', uid: 0, canPlay: 1, temperature: 1 } },
      },
    }),
  );
  await page.goto(shop);
  return fetched;
}

/** Checks an item, and asks for the weather, by the chunks for them. */
const useChunks = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const queue = window.usher;
    if (!queue || !('ready' in queue)) throw new Error('the tag has not run');
    const usher = await queue.ready();
    const { access } = await usher.item({ item: 7, streamtype: 'video' }).check();
    const weather = await usher.call('session/currentweather', { lat: 1, lng: 1 }).then(
      () => 'weather',
      ({ code, chunk }: { code: string; chunk?: string }) => `${code} ${chunk}`,
    );
    return [access, weather];
  });

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    const broken: string[] = [];
    Object.assign(window, { broken });
    addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      broken.push(violatedDirective),
    );
  }),
);
// A page may still be asking when its test is through.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const hasRun = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => window.usher && 'ready' in window.usher);

test('with import map, integrity and modulepreload each file is fetched once', async ({ page }) => {
  const fetched = await open(page, await runSample());
  await hasRun(page);
  expect(await useChunks(page)).toEqual(['granted', 'weather']);
  await expect.poll(() => fetched.some((path) => path.includes('-background'))).toBe(true);
  expect(fetched.some((path) => path.includes('-calls'))).toBe(true);
  expect(fetched.toSorted()).toEqual([...new Set(fetched)].toSorted());
  expect(await page.evaluate(() => (window as unknown as { broken: string[] }).broken)).toEqual([]);
});

test('a chunk that was changed is refused, and named', async ({ page }) => {
  await open(page, await runSample(), (path, text) =>
    path.includes('-account') ? `${text}\n/* changed */` : text,
  );
  await hasRun(page);
  expect(await useChunks(page)).toEqual(['granted', 'network session table']);
});

test('without the import map it would be taken', async ({ page }) => {
  const { head, policy } = await runSample();
  const unchecked = head.replace(/<script type="importmap">.*?<\/script>/s, '');
  await open(page, { head: unchecked, policy }, (path, text) =>
    path.includes('-account') ? `${text}\n/* changed */` : text,
  );
  await hasRun(page);
  expect(await useChunks(page)).toEqual(['granted', 'weather']);
});

test('an import map that the policy does not name is refused by the browser', async ({ page }) => {
  const { head, policy } = await runSample();
  await open(page, { head: head.replace('{"integrity"', '{ "integrity"'), policy });
  await hasRun(page);
  const broken = page.evaluate(() => (window as unknown as { broken: string[] }).broken);
  expect(await broken).toContain('script-src-elem');
});
