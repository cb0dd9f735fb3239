import { expect, test } from '@playwright/test';
import { logIn, openTwo, userOf, usherOf, viewerOf } from '../../fixtures/session/two-tabs.ts';
import { createPages, type Pages } from '../../world/pages.ts';
import { refuse } from '../../world/wire.ts';

const second = 1000;
const { name: username, password, hash } = viewerOf(2);

interface LoginError extends Error {
  readonly code?: string;
  readonly field?: string;
  readonly status?: number;
  readonly hint?: string;
}

/** Logs in on the first page with any values. Returns how that ended. */
async function logInWith(pages: Pages, values: unknown): Promise<LoginError | undefined> {
  const error = usherOf(pages, 0)
    .login(values as never)
    .then(
      () => undefined,
      (reason: LoginError) => reason,
    );
  await pages.pass(5 * second);
  return error;
}

/** The fields of the last login that was sent. */
function lastLogin({ sentTo }: Pages): object {
  const { cfo: _reference, ...fields } = Object.fromEntries(sentTo('session/login').at(-1)!.values);
  return fields;
}

test('a login has the provider "manual" when it has neither provider nor token', async () => {
  const pages = await openTwo();
  const code = 'FREE-MONTH';
  for (const [values, sent] of [
    [
      { username, password },
      { provider: 'manual', username, password },
    ],
    [
      { username, password, vouchercode: code },
      { provider: 'manual', username, password, vouchercode: code },
    ],
    [{ vouchercode: code }, { vouchercode: code }],
    [
      { token: 't', vouchercode: code },
      { token: 't', vouchercode: code },
    ],
    [
      { provider: 'hash', token: hash, vouchercode: code },
      { provider: 'hash', token: hash, vouchercode: code },
    ],
    [
      { provider: 'a-directory', token: 't' },
      { provider: 'a-directory', token: 't' },
    ],
    [
      { provider: 'a-directory', vouchercode: code },
      { provider: 'a-directory', vouchercode: code },
    ],
  ]) {
    await logInWith(pages, values);
    expect(lastLogin(pages)).toEqual(sent);
  }
});

test('a login without credentials is refused before anything is sent', async () => {
  const pages = await openTwo();
  for (const [values, field, allowed] of [
    [undefined, 'username', 'given when provider is manual'],
    [{}, 'username', 'given when provider is manual'],
    [{ password }, 'username', 'given when provider is manual'],
    [{ username: '', password }, 'username', 'given when provider is manual'],
    [{ username: null, password }, 'username', 'given when provider is manual'],
    [{ username }, 'password', 'given when provider is manual'],
    [{ provider: 'manual', username }, 'password', 'given when provider is manual'],
    [{ username, vouchercode: 'v' }, 'password', 'given when provider is manual'],
    [{ provider: 'hash' }, 'token', 'given when provider is hash'],
    [{ provider: 'broadcast', vouchercode: 'v' }, 'token', 'given when provider is broadcast'],
    [
      { provider: 'secondscreen', vouchercode: 'v' },
      'token',
      'given when provider is secondscreen',
    ],
    [{ token: 't' }, 'provider', 'given unless there is a vouchercode'],
    [{ provider: 'a-directory' }, 'token', 'given unless there is a vouchercode'],
    [{ provider: 7, vouchercode: 'v' }, 'provider', 'a text'],
  ] as const) {
    const error = await logInWith(pages, values);
    expect(error, JSON.stringify(values)).toMatchObject({
      code: 'input',
      endpoint: 'session/login',
      field,
      allowed,
    });
  }
  expect(pages.sentTo('session/login')).toHaveLength(1);
});

for (const [status, code] of [
  [400, 'login-failed'],
  [401, 'login-failed'],
  [403, 'login-failed'],
  [404, 'login-failed'],
  [410, 'login-failed'],
  [422, 'login-failed'],
  [409, 'platform'],
  [500, 'platform'],
] as const) {
  test(`a login that is answered ${status} rejects with ${code}, status and hint`, async () => {
    const pages = await openTwo();
    const { platform } = pages.world;
    const { answer } = platform;
    Object.assign(platform, {
      answer: (...[request, now]: Parameters<typeof answer>) =>
        request.id === 'session/login' ? refuse(status, 'not you') : answer(request, now),
    });
    const error = await logInWith(pages, { username, password });
    expect(error).toMatchObject({ code, status, hint: 'not you' });
    expect(pages.sentTo('session/keepalive')).toHaveLength(0);
  });
}

test('a login in a session that the platform has ended rejects so, and the next one is in a new session', async () => {
  const pages = await openTwo();
  const { id } = usherOf(pages, 0).$session.get();
  pages.world.platform.restart();
  const error = await logInWith(pages, { username, password });
  expect(error).toMatchObject({ code: 'session-lost' });
  expect(pages.sentTo('session/keepalive').map(({ session }) => session)).toEqual([id]);
  const { code } = logIn(pages, 0, 2);
  await pages.pass(5 * second);
  expect(code()).toBe('done');
  expect(pages.sentTo('session/login')).toHaveLength(3);
  expect(userOf(pages, 0)).toBe(2);
});

test('a refusal that names the session keeps it when the platform knows it', async () => {
  const pages = await openTwo();
  const { id } = usherOf(pages, 0).$session.get();
  pages.device.network.plan('401', 1, 'session/login');
  const error = await logInWith(pages, { username, password });
  expect(error).toMatchObject({ code: 'login-failed', status: 401 });
  expect(pages.sentTo('session/keepalive')).toHaveLength(1);
  expect(usherOf(pages, 0).$session.get().id).toBe(id);
  expect([0, 1].map((place) => userOf(pages, place))).toEqual([1, 1]);
});

/** Logs in, and is told that the session is unknown. */
async function logInUnknown(signal?: AbortSignal): Promise<{
  readonly pages: Pages;
  readonly code: () => string | undefined;
}> {
  const pages = await openTwo();
  pages.device.network.plan('401', 1, 'session/login');
  const { code } = logIn(pages, 0, 2, signal);
  return { pages, code };
}

test('a login that a frozen page sent in a session that is replaced by then checks nothing', async () => {
  const pages = await createPages(5);
  for (const place of [0, 1]) {
    pages.open(place);
    await pages.pass(2 * second);
  }
  pages.world.platform.restart();
  const { code } = logIn(pages, 0, 2);
  await pages.until(() => pages.sentTo('session/login')[0]?.arrivedAt !== undefined, 1);
  const { pace, fire } = pages.page(0);
  pace.freeze();
  pages.device.setClock(3_600_000); // the login is over for the other tab, which opens a session
  await pages.pass(3 * second);
  pace.thaw(() => fire('resume'));
  await pages.pass(5 * second);
  expect(code()).toBe('session-lost');
  expect(pages.sentTo('session/keepalive')).toHaveLength(0);
  expect(pages.sentTo('session/init')).toHaveLength(2);
});

for (const [mishap, code] of [
  ['lost on the way there', 'network'],
  ['500', 'platform'],
] as const) {
  test(`the credentials of a login were not refused when the check of its session fails: ${code}`, async () => {
    const { pages, code: ended } = await logInUnknown();
    pages.device.network.plan(mishap, 1, 'session/keepalive');
    await pages.pass(5 * second);
    expect(pages.sentTo('session/keepalive')).toHaveLength(1);
    expect(ended()).toBe(code);
    expect([0, 1].map((place) => userOf(pages, place))).toEqual([1, 1]);
  });
}

test('a login is aborted while its session is checked', async () => {
  const abort = new AbortController();
  const { pages, code } = await logInUnknown(abort.signal);
  pages.device.network.plan('never answered', 1, 'session/keepalive');
  await pages.until(() => pages.sentTo('session/keepalive').length > 0);
  abort.abort();
  await pages.pass(10);
  expect(code()).toBe('aborted');
});

test('only a status of 401 may say that a login was sent in a session that is lost', async () => {
  const pages = await openTwo();
  pages.device.network.plan('400 session unknown', 1, 'session/login');
  const error = await logInWith(pages, { username, password });
  expect(error).toMatchObject({ code: 'login-failed', status: 400 });
  expect(pages.sentTo('session/keepalive')).toHaveLength(0);
});

test('a login that a proxy refuses is not one of wrong credentials', async () => {
  const pages = await openTwo();
  const { platform } = pages.world;
  const { answer } = platform;
  Object.assign(platform, {
    answer: (...[request, now]: Parameters<typeof answer>) =>
      request.id === 'session/login' ? { status: 403, text: '<html>' } : answer(request, now),
  });
  const error = await logInWith(pages, { username, password });
  expect(error).toMatchObject({ code: 'platform', status: 403 });
});

test('a login that was never sent, because no session could be opened, was not refused', async () => {
  const pages = await createPages(5);
  pages.device.network.plan('403', 2, 'session/init');
  pages.device.network.plan('500', 2, 'session/staticdetails');
  const { usher } = pages.device.open(0);
  void usher.start().catch(() => {});
  const error = await logInWith(pages, { username, password });
  expect(error).toMatchObject({ code: 'platform', status: 403 });
  expect(pages.sentTo('session/login')).toHaveLength(0);
});
