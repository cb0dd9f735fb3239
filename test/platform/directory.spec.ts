import { expect, test } from '@playwright/test';
import { startPlatform, type RunningPlatform } from '../../demo/platform/start-platform.ts';
import { openPage, type Answered, type Page } from '../fixtures/platform/client.ts';

let platform: RunningPlatform;
let clockMs = Date.parse('2026-11-21T12:00:00Z');
test.beforeAll(async () => {
  platform = await startPlatform({
    quiet: true,
    now: () => new Date(clockMs),
    callbackHosts: ['www.pages.test'],
  });
});
test.afterAll(() => platform.close());

const host = 'localhost:4173';
const begin = (page: Page, query = `?host=${host}`): Promise<Answered> =>
  page.call(`/session/generatedirectoryloginurl${query}`, { method: 'POST' });
const addressOf = async (page: Page, query?: string): Promise<string> =>
  (await begin(page, query)).result.general.url;

/** Answers at the directory as a viewer does. Returns the address of the redirect. */
async function answer(url: string, user: string): Promise<URL | undefined> {
  const state = new URL(url).searchParams.get('state') ?? '';
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ state, user }),
    redirect: 'manual',
  });
  const location = response.headers.get('Location');
  return location === null ? undefined : new URL(location);
}

/** The fragment of the address, after `#`. */
const saidIn = (address: URL): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(address.hash.slice(1)));
const logIn = (page: Page, form: Record<string, string>): Promise<Answered> =>
  page.call('/session/login', { form: { provider: 'directory', host, ...form } });

test('the way to the directory and back ends with a login', async () => {
  const page = await openPage(platform.url, 741);
  const url = await addressOf(page);
  const form = await fetch(url);
  expect(form.status).toBe(200);
  expect(form.headers.get('Content-Security-Policy')).toContain(
    `form-action 'self' http://${host}/`,
  );
  expect(await form.text()).toMatch(/Who are you\?[^]*localhost:4173[^]*ada[^]*grace[^]*kim/);
  const back = (await answer(url, 'grace'))!;
  expect(back.origin + back.pathname + back.search).toBe(`http://${host}/`);
  const { state, token, provider } = saidIn(back);
  expect({ state, provider }).toEqual({
    state: new URL(url).searchParams.get('state'),
    provider: 'directory',
  });
  expect((await logIn(page, { token: token! })).result.userdata).toMatchObject({
    username: 'grace',
  });
});

test('a token is valid once, for a short time, on its domain and at its host', async () => {
  const page = await openPage(platform.url, 9020);
  const other = await openPage(platform.url, 9021);
  const fresh = async (): Promise<string> =>
    saidIn((await answer(await addressOf(page), 'ada'))!)['token']!;
  const once = await fresh();
  expect((await logIn(page, { token: once })).status).toBe(200);
  expect((await logIn(page, { token: once })).status).toBe(401);
  expect((await logIn(page, { token: await fresh(), host: 'localhost:9' })).status).toBe(401);
  expect((await logIn(other, { token: await fresh() })).status).toBe(401);
  expect((await logIn(page, { token: await fresh(), provider: 'another' })).status).toBe(401);
  const late = await fresh();
  clockMs += 121_000;
  expect((await logIn(page, { token: late })).status).toBe(401);
});

test('a login that is refused because of its voucher leaves the token valid', async () => {
  const page = await openPage(platform.url, 741);
  const token = saidIn((await answer(await addressOf(page), 'grace'))!)['token']!;
  expect((await logIn(page, { token, vouchercode: 'NO-SUCH' })).status).not.toBe(200);
  expect((await logIn(page, { token })).result.userdata).toMatchObject({ username: 'grace' });
  expect((await logIn(page, { token })).status).toBe(401);
});

test('a viewer is sent only to a host that the platform knows, and the error lists these', async () => {
  const page = await openPage(platform.url, 741);
  for (const evil of [
    'evil.example',
    'localhost.evil.example',
    'localhost@evil.example',
    'evil.example#localhost',
    'evil.example/.localhost',
    'localhost:4173/evil',
    '//evil.example',
    '127.0.0.1.evil.example',
    'www.pages.test:81',
    ' ',
    'javascript:alert(1)',
  ]) {
    const { status, metadata } = await begin(page, `?host=${encodeURIComponent(evil)}`);
    expect({ status, hint: metadata['errorhint'] }, evil).toEqual({
      status: 400,
      hint: expect.stringContaining('host must be one that this platform sends viewers back to'),
    });
  }
  for (const known of [host, 'localhost', '127.0.0.1:8080', '[::1]:4173', 'demo.localhost:3000']) {
    expect(
      (await answer(await addressOf(page, `?host=${encodeURIComponent(known)}`), 'ada'))!.origin,
      known,
    ).toBe(`http://${known}`);
  }
  expect((await answer(await addressOf(page, '?host=www.pages.test'), 'ada'))!.origin).toBe(
    'https://www.pages.test',
  );
  expect((await answer(await addressOf(page, ''), 'ada'))!.origin).toBe('https://www.pages.test');
});

test('no parameter changes where a viewer is sent, and a state is valid once', async () => {
  const page = await openPage(platform.url, 741);
  const url = await addressOf(page);
  const altered = `${url}&callback=evil.example&host=evil.example&redirect_uri=https://evil.example`;
  expect(await (await fetch(altered)).text()).not.toContain('evil.example');
  expect((await answer(altered, 'ada'))!.host).toBe(host);
  expect(await answer(url, 'ada')).toBeUndefined();
  const used = await fetch(url);
  expect([used.status, await used.text()]).toEqual([
    400,
    expect.stringContaining('This login cannot go on'),
  ]);
  const invented = new URL('/directory/authorize?state=invented', platform.url).href;
  expect([(await fetch(invented)).status, await answer(invented, 'ada')]).toEqual([400, undefined]);
  const old = await addressOf(page);
  clockMs += 601_000;
  expect([(await fetch(old)).status, await answer(old, 'ada')]).toEqual([400, undefined]);
});

test('a state that the platform never gave is 400, whatever is in it', async () => {
  const authorize = `${platform.url}/directory/authorize`;
  expect((await fetch(`${authorize}?state=%00`)).status).toBe(400);
  const url = await addressOf(await openPage(platform.url, 741));
  const state = new URL(url).searchParams.get('state')!;
  const file = new FormData();
  file.append('state', new File(['x'], 'state.txt'));
  const bodies = [{ state: '\0' }, {}, { state, user: '\0' }];
  for (const body of [...bodies.map((fields) => new URLSearchParams(fields as never)), file]) {
    expect((await fetch(authorize, { method: 'POST', body })).status).toBe(400);
  }
  expect(await answer(url, 'ada'), 'the login can still be answered').toBeDefined();
});

test('a viewer without an account comes back without a token', async () => {
  const page = await openPage(platform.url, 741);
  const said = saidIn((await answer(await addressOf(page), ''))!);
  expect(said).toEqual({
    provider: 'directory',
    error: 'access_denied',
    state: expect.any(String),
  });
  const stranger = saidIn((await answer(await addressOf(page), 'nobody'))!);
  expect((await logIn(page, { token: stranger['token']! })).status).toBe(401);
});
