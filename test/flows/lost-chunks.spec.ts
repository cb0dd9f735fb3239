import type { Page } from '@playwright/test';
import { expect, test } from './support/site.ts';

test.use({ domain: 9166 });

/** A page with nothing but the script tag, where chunks of the named ones cannot be fetched until `found` is called. */
async function openPage(page: Page, url: string, baseUrl: string, lost: RegExp): Promise<{ found: () => void }> {
  let isLost = true;
  await page.route(lost, (route) => (isLost ? route.abort() : route.continue()));
  await page.goto(`${url}/nothing`);
  await page.evaluate((dataset) => {
    const script = Object.assign(document.createElement('script'), { src: '/dist/cdn/usher.js', crossOrigin: '' });
    Object.assign(script.dataset, dataset);
    document.body.append(script);
  }, { baseUrl, gateway: 'desktop' });
  return { found: () => { isLost = false; } };
}

const status = (wanted: RegExp): string => `new Promise((resolve) => (window.usher = window.usher || []).push((usher) =>
  usher.$session.subscribe(({ status }) => { if (${String(wanted)}.test(status)) resolve(status); })))`;
const item = "usher.for('9166').item({ item: '7', streamtype: 'video' })";
const outcomeOf = (call: string): string => `${call}.then(() => 'resolved', ({ code, retryable }) => code + ' ' + retryable)`;

test('what calls cannot be loaded says so, and is loaded when it can be', async ({ page, platform, site }) => {
  const chunks = await openPage(page, site.url, `${platform.url}/v3.1/9166`, /chunks\/\w+-(calls|actions)/);
  expect(await page.evaluate(status(/ready/))).toBe('ready');
  expect(await page.evaluate(`${item}.check().then(({ access, error }) => [access, error.code])`)).toEqual(['unknown', 'network']);
  expect(await page.evaluate(outcomeOf("usher.for('9166').weather({ lat: 1, lng: 1 })"))).toBe('network true');
  chunks.found();
  expect(await page.evaluate(outcomeOf("usher.for('9166').weather({ lat: 1, lng: 1 })"))).toBe('resolved');
  expect(await page.evaluate(`${item}.check().then(({ access }) => access)`)).toMatch(/granted|denied/);
});

test('a page whose opening fails shows it also when nothing more can be loaded, and opens one when somebody asks', async ({ page, platform, site }) => {
  let isDown = true;
  await page.route(/\/session\/init/, (route) => (isDown ? route.abort() : route.continue()));
  const chunks = await openPage(page, site.url, `${platform.url}/v3.1/9166`, /chunks\//);
  expect(await page.evaluate(status(/offline/))).toBe('offline');
  isDown = false;
  expect(await page.evaluate("usher.for('9166').start().then(({ status }) => status)")).toBe('ready');
  chunks.found();
  expect(await page.evaluate(outcomeOf("usher.for('9166').weather({ lat: 1, lng: 1 })"))).toBe('resolved');
});

test('a logout ends the session at once also when nothing more can be loaded, and is told by the next page', async ({ page, platform, site }) => {
  const chunks = await openPage(page, site.url, `${platform.url}/v3.1/9166`, /chunks\//);
  expect(await page.evaluate(status(/ready/))).toBe('ready');
  expect(await page.evaluate(outcomeOf("usher.for('9166').logout()"))).toBe('resolved');
  expect(await page.evaluate("usher.for('9166').$session.get().status")).toBe('ended');
  expect(site.calls('session/logout')).toEqual([]);
  chunks.found();
  await page.reload();
  await openPage(page, site.url, `${platform.url}/v3.1/9166`, /no-chunk/);
  await expect.poll(() => site.calls('session/logout').length).toBe(1);
});
