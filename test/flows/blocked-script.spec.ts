import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { codeBlocks } from '../fixtures/package/markdown.ts';

const shop = 'https://shop.example.com/';
const blockWith = (text: string): string =>
  codeBlocks('docs/script-tag.md').find(
    ({ language, code }) => language === 'html' && code.includes(text),
  )!.code;
const pages = {
  attribute: blockWith('onerror='),
  nonce: blockWith('nonce='),
};
const strictPolicy =
  "default-src 'none'; script-src 'nonce-r4nd0m'; connect-src https://api.example.com";

/** Opens a page of the documentation. What the page hears is in `heard`. */
async function open(page: Page, html: string, policy: string, isBlocked: boolean): Promise<void> {
  await page.addInitScript(() => {
    const heard: string[] = [];
    Object.assign(window, { heard });
    addEventListener('usher-error', ({ detail }) => heard.push(detail.message));
    (window.usher ??= []).push(() => heard.push('called back'));
  });
  await page.route(`${shop}**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'Content-Security-Policy': policy },
      body: `<!doctype html>${html}`,
    }),
  );
  await page.route('https://cdn.example.com/**', (route) =>
    isBlocked
      ? route.abort('blockedbyclient')
      : route.fulfill({
          contentType: 'text/javascript',
          headers: { 'Access-Control-Allow-Origin': '*' },
          body: readFileSync(`dist/cdn${new URL(route.request().url()).pathname}`),
        }),
  );
  await page.route('https://api.example.com/**', (route) =>
    route.fulfill({
      headers: { 'Access-Control-Allow-Origin': '*' },
      json: { metadata: { status: 200 }, result: { general: { cid: '7', uid: 0 } } },
    }),
  );
  await page.goto(shop);
}

const heard = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { heard: string[] }).heard);

// A page may still be asking when its test is through.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

for (const [title, html, policy] of [
  ['an attribute', pages.attribute, ''],
  ['a listener, under a strict policy', pages.nonce, strictPolicy],
] as const) {
  test(`a blocked script is told to the page by ${title}`, async ({ page }) => {
    await open(page, html, policy, true);
    await expect.poll(() => heard(page)).toEqual(['usher.js was not loaded']);
    expect(await page.evaluate(() => Array.isArray(window.usher))).toBe(true);
  });

  test(`a script that is not blocked starts as ever with ${title}`, async ({ page }) => {
    await open(page, html, policy, false);
    await expect.poll(() => heard(page)).toEqual(['called back']);
    expect(await page.evaluate(() => Array.isArray(window.usher))).toBe(false);
  });
}

test('an attribute alone does nothing under a strict policy', async ({ page }) => {
  const html = pages.attribute.replaceAll('<script', '<script nonce="r4nd0m"');
  await open(page, html, strictPolicy, true);
  await page.waitForLoadState('load');
  expect(await heard(page)).toEqual([]);
});

test('the promise of the page rejects when the script is blocked, and resolves else', async ({
  page,
}) => {
  const settled = (): Promise<string> =>
    page.evaluate(() =>
      (window as unknown as { usherReady: Promise<object> }).usherReady.then(
        (usher) => ('item' in usher ? 'the runtime' : 'something else'),
        ({ code }: { code: string }) => code,
      ),
    );
  await open(page, pages.attribute, '', true);
  expect(await settled()).toBe('network');
  await page.unrouteAll();
  await open(page, pages.attribute, '', false);
  expect(await settled()).toBe('the runtime');
});
