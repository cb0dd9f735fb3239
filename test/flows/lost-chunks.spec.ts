import type { Page } from '@playwright/test';
import { openEmptyPage } from '../fixtures/flows/empty-page.ts';
import { expect, test } from '../fixtures/flows/site.ts';

test.use({ domain: 9166 });

/**
 * A page with nothing but the script tag, where chunks of the named ones cannot be fetched until
 * `found` is called.
 */
async function openPage(
  page: Page,
  url: string,
  baseUrl: string,
  lost: RegExp,
): Promise<{ found: () => void }> {
  let isLost = true;
  await page.route(lost, (route) => (isLost ? route.abort() : route.continue()));
  await openEmptyPage(page, url);
  await page.evaluate(
    (dataset) => {
      const script = Object.assign(document.createElement('script'), {
        type: 'module',
        src: '/dist/cdn/usher.js',
      });
      Object.assign(script.dataset, dataset);
      document.body.append(script);
    },
    { baseUrl, gateway: 'desktop' },
  );
  return {
    found: () => {
      isLost = false;
    },
  };
}

const status = (
  wanted: RegExp,
): string => `new Promise((resolve) => (window.usher = window.usher || []).push((usher) =>
  usher.$session.subscribe(({ status }) => { if (${String(wanted)}.test(status)) resolve(status); })))`;
const item = "usher.for('9166').item({ item: '7', streamtype: 'video' })";
const outcomeOf = (call: string): string =>
  `${call}.then(() => 'resolved', ({ code, retryable }) => code + ' ' + retryable)`;

test('what calls cannot be loaded says so, and is loaded when it can be', async ({
  page,
  platform,
  site,
}) => {
  const chunks = await openPage(
    page,
    site.url,
    `${platform.url}/v3.1/9166`,
    /chunks\/\w+-(calls|actions)/,
  );
  expect(await page.evaluate(status(/ready/))).toBe('ready');
  expect(
    await page.evaluate(`${item}.check().then(({ access, error }) => [access, error.code])`),
  ).toEqual(['unknown', 'network']);
  expect(
    await page.evaluate(
      outcomeOf("usher.for('9166').call('session/currentweather', { lat: 1, lng: 1 })"),
    ),
  ).toBe('network true');
  chunks.found();
  expect(
    await page.evaluate(
      outcomeOf("usher.for('9166').call('session/currentweather', { lat: 1, lng: 1 })"),
    ),
  ).toBe('resolved');
  expect(await page.evaluate(`${item}.check().then(({ access }) => access)`)).toMatch(
    /granted|denied/,
  );
});

for (const [what, lost, event] of [
  ['is checked when the page wakes', /chunks\/\w+-calls/, 'pageshow'],
  ['is checked when the background tasks start late', /chunks\/\w+-(calls|background)/, 'online'],
] as const) {
  test(`an item whose code was lost ${what}`, async ({ page, platform, site }) => {
    const chunks = await openPage(page, site.url, `${platform.url}/v3.1/9166`, lost);
    expect(await page.evaluate(status(/ready/))).toBe('ready');
    await page.evaluate(`${item}.$state.subscribe((state) => { window.state = state; })`);
    await page.waitForFunction("window.state.error?.code === 'network'");
    await page.waitForLoadState('networkidle');
    chunks.found();
    await page.evaluate(`window.dispatchEvent(new Event('${event}'))`);
    await page.waitForFunction('/granted|denied/.test(window.state.access)');
    expect(site.calls('payment/itemstate')).toHaveLength(1);
  });
}

for (const [what, call, outcome] of [
  ['the checkout', "usher.for('9166').checkout()", 'resolved'],
  // The code for buying finds that the page has no such provider.
  ['a purchase', `${item}.buy({ operation: 'ppv', amount: 1, provider: 'x' })`, 'input false'],
  [
    'a login',
    "usher.for('9166').login({ provider: 'manual', username: 'ada', password: 'x' })",
    'login-failed false',
  ],
] as const) {
  test(`one click on ${what} survives that each chunk is lost once, and asks for each once more`, async ({
    page,
    platform,
    site,
  }) => {
    const asked = new Map<string, number>();
    await openPage(page, site.url, `${platform.url}/v3.1/9166`, /no-chunk/);
    await page.route(/chunks\//, (route) => {
      const url = route.request().url();
      const times = (asked.get(url) ?? 0) + 1;
      asked.set(url, times);
      return times === 1 ? route.abort() : route.continue();
    });
    expect(await page.evaluate(status(/ready/))).toBe('ready');
    expect(await page.evaluate(outcomeOf(call))).toBe(outcome);
    await expect.poll(() => [...new Set(asked.values())]).toEqual([2]);
    expect(asked.size).toBeGreaterThan(2);
  });
}

test('a page whose opening fails shows it also when nothing more can be loaded, and opens one when somebody asks', async ({
  page,
  platform,
  site,
}) => {
  let isDown = true;
  await page.route(/\/session\/init/, (route) => (isDown ? route.abort() : route.continue()));
  const chunks = await openPage(page, site.url, `${platform.url}/v3.1/9166`, /chunks\//);
  expect(await page.evaluate(status(/offline/))).toBe('offline');
  isDown = false;
  expect(await page.evaluate("usher.for('9166').start().then(({ status }) => status)")).toBe(
    'ready',
  );
  chunks.found();
  expect(
    await page.evaluate(
      outcomeOf("usher.for('9166').call('session/currentweather', { lat: 1, lng: 1 })"),
    ),
  ).toBe('resolved');
});

test('a logout ends the session at once also when nothing more can be loaded, and is told by the next page', async ({
  page,
  platform,
  site,
}) => {
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

test('a chunk that stalls ends a login, a check and a call within 10 s, by an error that names it', async ({
  page,
  platform,
  site,
}) => {
  await page.clock.install();
  await page.route(/chunks\/\w+-(calls|actions)/, () => {}); // no answer ever
  await openPage(page, site.url, `${platform.url}/v3.1/9166`, /no-chunk/);
  expect(await page.evaluate(status(/ready/))).toBe('ready');
  const named = '({ code, chunk, message }) => [code, chunk, /platform/.test(message)]';
  await page.evaluate(`window.outcomes = Promise.all([
    usher.for('9166').login({ provider: 'manual', username: 'ada', password: 'x' }).catch(${named}),
    usher.for('9166').call('session/currentweather', { lat: 1, lng: 1 }).catch(${named}),
    ${item}.check().then(({ access, error: { code, message } }) => [access, code, /for calls could not be loaded/.test(message)]),
  ]), 0`);
  const abort = await page.evaluate(`(async () => {
    const abort = new AbortController();
    const failed = usher.for('9166').call('session/currentweather', { lat: 1, lng: 1 }, { signal: abort.signal }).catch(({ code }) => code);
    abort.abort();
    return failed;
  })()`);
  expect(abort).toBe('aborted');
  await page.clock.runFor(10_500);
  expect(await page.evaluate('window.outcomes')).toEqual([
    ['timeout', 'actions', false],
    ['timeout', 'actions', false],
    ['unknown', 'timeout', true],
  ]);
  expect(
    await page.evaluate(
      "usher.for('9166').dispose(), usher.for('9166').login({ provider: 'manual', username: 'ada', password: 'x' }).catch(({ code }) => code)",
    ),
  ).toBe('aborted');
});

test('the background chunk that was missed is asked for again when the page is online, and diagnose() names it until then', async ({
  page,
  platform,
  site,
}) => {
  let asked = 0;
  page.on('request', (request) => {
    asked += Number(/-background/.test(request.url()));
  });
  const chunks = await openPage(
    page,
    site.url,
    `${platform.url}/v3.1/9166`,
    /chunks\/\w+-background/,
  );
  expect(await page.evaluate(status(/ready/))).toBe('ready');
  await expect.poll(() => asked).toBe(2); // and once more after a second
  const finding =
    "usher.for('9166').diagnose().then((findings) => findings.find(({ name }) => name === 'chunks'))";
  await expect.poll(async () => ((await page.evaluate(finding)) as { ok: boolean }).ok).toBe(false);
  expect(((await page.evaluate(finding)) as { detail: string }).detail).toContain('background');
  chunks.found();
  await page.evaluate("void dispatchEvent(new Event('online'))");
  await expect.poll(() => asked).toBe(3);
  await expect.poll(async () => ((await page.evaluate(finding)) as { ok: boolean }).ok).toBe(true);
});

test('a page that starts offline without more code has a session once it is online', async ({
  page,
  platform,
  site,
}) => {
  const baseUrl = `${platform.url}/v3.1/9166`;
  let isOffline = true;
  await page.route(`${baseUrl}/**`, (route) => (isOffline ? route.abort() : route.continue()));
  const chunks = await openPage(page, site.url, baseUrl, /dist\/cdn\/chunks/);
  expect(await page.evaluate(status(/offline/))).toBe('offline');
  isOffline = false;
  chunks.found();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  // Without the event the next try is 15 s after the first.
  const now = (): Promise<unknown> => page.evaluate("usher.for('9166').$session.get().status");
  await expect.poll(now, { timeout: 8000 }).toBe('ready');
});
