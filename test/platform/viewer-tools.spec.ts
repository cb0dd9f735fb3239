import { expect, test } from '@playwright/test';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { openPage, type Page } from '../fixtures/platform/client.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

const domain = 9290;
let platform: RunningPlatform;
test.beforeAll(async () => {
  platform = await startTestPlatform({ history: false, viewerTools: true });
});
test.afterAll(() => platform.close());

/** A page with a user, and its report token. */
async function open(username: string, password: string): Promise<Page & { token: string }> {
  const page = await openPage(platform.url, domain);
  await page.call('/session/login', { form: { provider: 'manual', username, password } });
  const { result } = await page.call('/session/reporttoken');
  return { ...page, token: result.general.reporttoken };
}
const openAda = () => open('ada', 'lovelace');

const ask = (path: string, token: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${platform.url}/__viewer/${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${token}` },
  });

const isAlive = async (page: Page): Promise<boolean> =>
  (await page.call('/session/keepalive', { method: 'POST' })).status === 200;

test('a page reads the ledger of its own user alone', async () => {
  const ada = await openAda();
  const { session, user, entries } = await (await ask('ledger', ada.token)).json();
  expect({ session, name: user.name }).toEqual({ session: ada.cid, name: 'ada' });
  const kinds = entries.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toContain('paid');
  expect(entries[0].title).toBeTruthy();
  const others = await (await ask('ledger', (await open('kim', 'young')).token)).json();
  expect({ name: others.user.name, entries: others.entries }).toEqual({ name: 'kim', entries: [] });
});

test('who is not logged in reads nothing', async () => {
  const page = await openPage(platform.url, domain);
  const { result } = await page.call('/session/reporttoken');
  const answer = await ask('ledger', result.general.reporttoken);
  expect(await answer.json()).toEqual({ session: page.cid, user: null, entries: [] });
});

test('without the token of a living session nothing is done', async () => {
  const { token } = await openAda();
  for (const wrong of ['', 'x', token.replace(/sig=./, 'sig=g'), token.replace('sr=', 'sr=1')]) {
    expect((await ask('ledger', wrong)).status).toBe(401);
    expect((await ask('faults', wrong, { method: 'POST', body: '*: lose answer' })).status).toBe(
      401,
    );
    expect((await ask('session', wrong, { method: 'DELETE' })).status).toBe(401);
  }
  expect(platform.faults.list()).toEqual([]);
});

test('a fault of a page meets its own session alone, as often as it says', async () => {
  const [page, other] = [await openAda(), await openAda()];
  const body = 'session/keepalive: status 503, once';
  expect((await ask('faults', page.token, { method: 'POST', body })).status).toBe(200);
  expect(await isAlive(other)).toBe(true);
  expect(await isAlive(page)).toBe(false);
  expect(await isAlive(page)).toBe(true);
  const wrong = await ask('faults', page.token, { method: 'POST', body: 'explode' });
  expect([wrong.status, (await wrong.json()).error]).toEqual([
    400,
    expect.stringContaining('names no fault'),
  ]);
});

test('a page has ten faults at most, and leaves those of others alone', async () => {
  const { token } = await openAda();
  platform.faults.add('session/keepalive: status 500');
  for (let count = 0; count < 12; count++) {
    await ask('faults', token, { method: 'POST', body: `*: delay ${count}ms` });
  }
  const left = platform.faults.list();
  expect([left.length, left[0], left[1]]).toEqual([
    11,
    'session/keepalive: status 500',
    '*: delay 2ms',
  ]);
  platform.faults.clear();
});

test('a page ends its own session alone, and its token is void', async () => {
  const [page, other] = [await openAda(), await openAda()];
  expect((await ask('session', page.token, { method: 'DELETE' })).status).toBe(200);
  expect([await isAlive(page), await isAlive(other)]).toEqual([false, true]);
  expect((await ask('ledger', page.token)).status).toBe(401);
});

test('a platform has none of it unless it is asked for', async () => {
  const plain = await startTestPlatform({ history: false });
  const page = await openPage(plain.url, domain);
  const { result } = await page.call('/session/reporttoken');
  const answer = await fetch(`${plain.url}/__viewer/ledger`, {
    headers: { Authorization: `Bearer ${result.general.reporttoken}` },
  });
  expect(answer.status).toBe(404);
  await plain.close();
});
