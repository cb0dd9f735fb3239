import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from '@playwright/test';
import type { LoggedCall } from '../../demo/platform/call-log.ts';
import { describeCall } from '../../demo/platform/call-viewer/page/call-details.ts';
import {
  endpointOf,
  isShown,
  readFilter,
} from '../../demo/platform/call-viewer/page/call-filter.ts';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

let platform: RunningPlatform;
test.beforeAll(async () => {
  platform = await startTestPlatform({ log: true, history: false });
});
test.afterAll(() => platform.close());

const call: LoggedCall = {
  seq: 1,
  at: 1_790_000_000_000,
  method: 'POST',
  path: '/v3.1/741/payment/itemstate',
  query: '?item=7&streamtype=video',
  headers: { 'x-request-cid': '315445514' },
  body: '',
  status: 401,
  durationMs: 12,
  ref: 'abc',
};

test('each filter shows what it names, and no other call', () => {
  expect(endpointOf(call)).toBe('payment/itemstate');
  expect(endpointOf({ ...call, path: '/v3.1/session/init' })).toBe('session/init');
  for (const [query, shown] of [
    ['', true],
    ['endpoint=Payment/', true],
    ['endpoint=session', false],
    ['status=401', true],
    ['status=4xx', true],
    ['status=failed', true],
    ['status=5xx', false],
    ['status=200', false],
    ['session=3154', true],
    ['session=5514', false],
    ['ref=ab', true],
    ['ref=b', false],
    ['ms=12', true],
    ['ms=13', false],
  ] as const) {
    expect(isShown(call, readFilter(new URLSearchParams(query))), query).toBe(shown);
  }
  expect(isShown({ ...call, status: 302 }, readFilter(new URLSearchParams('status=failed')))).toBe(
    false,
  );
});

test('the details have what the call sent, field by field', () => {
  expect(describeCall({ ...call, body: 'a=1&b=%20' })).toBe(
    [
      'POST /v3.1/741/payment/itemstate',
      '2026-09-21T14:13:20.000Z',
      '',
      'Query',
      '  item = 7',
      '  streamtype = video',
      '',
      'Headers',
      'x-request-cid: 315445514',
      '',
      'Body',
      '  a = 1',
      '  b =  ',
    ].join('\n'),
  );
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page shows calls as they come, filters them, and is accessible (${colorScheme})`, async ({
    browser,
  }) => {
    const page = await browser.newPage({ colorScheme, viewport: { width: 390, height: 800 } });
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    const send = (path: string): Promise<Response> =>
      fetch(`${platform.url}/v3.1/9900/${path}`, { method: 'POST' });
    await send('session/init?cfo=reference-1');
    await page.goto(`${platform.url}/__calls`);
    const rows = page.locator('tbody tr');
    const opening = rows.filter({ hasText: 'reference-1' }).first();
    await expect(opening).toContainText('session/init');
    const status = opening.getByRole('cell', { name: '200', exact: true });
    await expect(status).toBeInViewport({ ratio: 1 });

    await send('session/keepalive');
    await expect(rows.first()).toContainText('session/keepalive');
    await page.getByLabel('Status').fill('failed');
    await expect(opening).toHaveCount(0);
    await expect(rows.first()).toContainText('401');
    expect(new URL(page.url()).search).toBe('?status=failed');
    await page.reload();
    await expect(page.getByLabel('Status')).toHaveValue('failed');
    await expect(rows.first()).toContainText('401');

    await rows.first().getByRole('button').click();
    await expect(page.locator('pre')).toContainText('POST /v3.1/9900/session/keepalive');
    await expect(rows.first().getByRole('button')).toBeFocused();

    await page.getByRole('button', { name: 'Pause' }).click();
    const before = await rows.count();
    await send('session/keepalive');
    await page.waitForResponse(/__log/, { timeout: 1500 }).then(
      () => problems.push('it asks while it is paused'),
      () => {},
    );
    await expect(rows).toHaveCount(before);
    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(rows).toHaveCount(before + 1);

    const isWide = await page.evaluate(() => document.body.scrollWidth > innerWidth);
    expect(isWide).toBe(false);
    expect(problems).toEqual([]);
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    await page.evaluate(readFileSync(axe, 'utf8'));
    const found = await page.evaluate(async () => {
      const { violations } = await (window as any).axe.run();
      return violations.map(({ id }: { id: string }) => id);
    });
    expect(found).toEqual([]);
    await page.close();
  });
}

test('without the log there is no page', async () => {
  const quiet = await startTestPlatform({ history: false });
  // Not 404: the inspector asks for it, and a browser writes each failed request on the console.
  const answer = await fetch(`${quiet.url}/__calls`);
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  await quiet.close();
});
