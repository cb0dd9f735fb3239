import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { openDatabase } from '../../demo/platform/open-database.ts';
import { startPlatform, type RunningPlatform } from '../../demo/platform/start-platform.ts';
import { openPage, serverClient, type Answered } from '../fixtures/platform/client.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

let platform: RunningPlatform;
test.beforeAll(async () => {
  platform = await startTestPlatform();
});
test.afterAll(() => platform.close());

const login = async (form: Record<string, string>): Promise<Answered> =>
  (await openPage(platform.url, 741)).call('/session/login', { form });

test('a user logs in by name and password, and the session keeps the user', async () => {
  const { call, cid } = await openPage(platform.url, 741);
  const { status, result } = await call('/session/login', {
    form: { provider: 'manual', username: 'Ada', password: 'lovelace' },
  });
  expect(status).toBe(200);
  expect(result.general.cid).toBe(cid);
  expect(result.general.uid).toBeGreaterThan(0);
  expect(result.userdata).toEqual({
    uid: result.general.uid,
    username: 'ada',
    userhash: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  const again = await openPage(platform.url, 741, { currentSession: cid });
  expect(again.init.result.general.uid).toBe(result.general.uid);
});

test("every other kind of provider logs in with the demo's credentials", async () => {
  const { userhash } = (await login({ provider: 'manual', ...platform.demoUser })).result.userdata;
  const ways = [
    [{ provider: 'hash', token: userhash }, 'ada'],
    [{ provider: 'broadcast', token: 'BROADCAST-1' }, 'ada'],
    [{ provider: 'secondscreen', token: '424242' }, 'ada'],
    [{ provider: 'somedirectory', token: 'demo-token' }, 'ada'],
    [{ vouchercode: 'WELCOME-GRACE' }, 'grace'],
    [{ provider: 'voucher', vouchercode: 'WELCOME-GRACE' }, 'grace'],
  ] as const;
  for (const [form, username] of ways) {
    expect((await login({ ...form })).result.userdata, JSON.stringify(form)).toMatchObject({
      username,
    });
  }
});

test('wrong credentials are always 401 with the same hint, and the session stays', async () => {
  const wrong = [
    { provider: 'manual', username: 'ada', password: 'wrong' },
    { provider: 'manual', username: 'nobody', password: 'lovelace' },
    { provider: 'hash', token: 'x' },
    { provider: 'broadcast', token: 'demo-token' },
    { provider: 'secondscreen', token: 'BROADCAST-1' },
    { provider: 'somedirectory', token: '424242' },
    { vouchercode: 'NO-SUCH' },
  ];
  const { call } = await openPage(platform.url, 741);
  for (const form of wrong) {
    const { status, metadata } = await call('/session/login', {
      form: form as Record<string, string>,
    });
    expect({ status, hint: metadata['errorhint'] }, JSON.stringify(form)).toEqual({
      status: 401,
      hint: 'username or password wrong',
    });
  }
  expect((await call('/session/keepalive', { method: 'POST' })).status).toBe(200);
});

test('a missing or unexpected field is named', async () => {
  const bad = [
    [{}, 'provider'],
    [{ provider: 'manual', username: 'ada' }, 'password'],
    [{ provider: 'manual', password: 'x' }, 'username'],
    [{ provider: 'hash' }, 'token'],
    [{ provider: 'hash', token: 'y', username: 'ada' }, 'username'],
  ] as const;
  for (const [form, field] of bad) {
    const { status, metadata } = await login({ ...form });
    expect({ status, hint: metadata['errorhint'] }, JSON.stringify(form)).toEqual({
      status: 400,
      hint: expect.stringContaining(field),
    });
  }
});

test('a token beside a name and a password is ignored', async () => {
  const form = { provider: 'manual', ...platform.demoUser, token: 'y' };
  expect((await login(form)).result.userdata).toMatchObject({ username: 'ada' });
});

test('a domain with a second factor requires the host of the page', async () => {
  const { call } = await openPage(platform.url, 9790);
  const attempt = async (form: Record<string, string>): Promise<unknown> => {
    const { status, metadata } = await call('/session/login', { form });
    return [status, metadata['errorhint'] ?? ''];
  };
  expect(await attempt({ provider: 'manual', ...platform.demoUser })).toEqual([
    400,
    'host must be given',
  ]);
  expect(await attempt({ provider: 'hash', token: 'x' })).toEqual([400, 'host must be given']);
  expect(await attempt({ provider: 'manual', ...platform.demoUser, host: 'evil.example' })).toEqual(
    [400, 'host must be that of a page which this platform knows'],
  );
  expect(
    await attempt({ provider: 'manual', ...platform.demoUser, host: 'localhost:4173' }),
  ).toEqual([200, '']);
});

test('no answer contains a password or token', async () => {
  const { text } = await login({
    provider: 'manual',
    username: 'ada',
    password: 'CANARY',
    token: 'CANARY',
  });
  expect(text).not.toContain('CANARY');
});

test('a user of one domain does not exist on another', async () => {
  const page = await openPage(platform.url, 741);
  const { userhash } = (
    await page.call('/session/login', { form: { provider: 'manual', ...platform.demoUser } })
  ).result.userdata;
  const other = await openPage(platform.url, 9020, { nxp_userh: userhash });
  expect(other.init.result.general.uid).toBe(0);
});

test('after ten wrong attempts in a minute the next have to wait, at once or one by one', async () => {
  let clockMs = Date.parse('2026-11-21T12:00:00Z');
  const timed = await startTestPlatform({ now: () => new Date(clockMs) });
  const { call } = await openPage(timed.url, 741);
  const manual = (username: string, password: string): Promise<Answered> =>
    call('/session/login', { form: { provider: 'manual', username, password } });
  const wrong = await Promise.all(Array.from({ length: 20 }, () => manual('ada', 'wrong')));
  expect(wrong.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(wrong.filter(({ status }) => status === 429)).toHaveLength(10);
  clockMs += 20_000;
  for (const name of ['ada', 'ADA']) {
    const { status, metadata, headers } = await manual(name, 'lovelace');
    expect([status, metadata['errorhint'], headers.get('Retry-After')]).toEqual([
      429,
      'there were too many attempts to log in: try again in 40 seconds',
      '40',
    ]);
  }
  expect((await manual('grace', 'hopper')).status).toBe(200);
  clockMs += 40_000;
  // What succeeds does not count.
  for (let count = 0; count < 12; count++) {
    expect((await manual('ada', 'lovelace')).status).toBe(200);
  }

  for (const form of [{ provider: 'secondscreen' }, { provider: 'broadcast' }]) {
    for (let code = 1; code <= 10; code++) {
      const token = String(code).padStart(6, '0');
      expect((await call('/session/login', { form: { ...form, token } })).status).toBe(401);
    }
    expect((await call('/session/login', { form: { ...form, token: '424242' } })).status).toBe(429);
  }
  await timed.close();
});

test('where a login renews the session, who knew its ID before cannot act for the user', async () => {
  const renewing = await startTestPlatform({ renewSessions: true });
  const { call, cid, init } = await openPage(renewing.url, 741);
  const { status, result } = await call('/session/login', {
    form: { provider: 'manual', ...renewing.demoUser },
  });
  expect(status).toBe(200);
  expect(result.general.cid).toMatch(/^\d{19}$/);
  expect(result.general.cid).not.toBe(cid);
  expect(result.device.domaintoken).not.toBe(init.result.device.domaintoken);
  expect((await call('/session/keepalive', { method: 'POST' })).status).toBe(401);
  const again = await openPage(renewing.url, 741, { currentSession: cid });
  expect(again.init.result.general.uid).toBe(0);
  const next = await openPage(renewing.url, 741, { currentSession: result.general.cid });
  expect(next.init.result.general).toMatchObject({
    cid: result.general.cid,
    isNewSession: 0,
    uid: result.general.uid,
  });
  expect((await next.call('/session/keepalive', { method: 'POST' })).status).toBe(200);
  const { serverSessionId } = await renewing.openTenant(741);
  const server = serverClient(renewing.url, 741, await renewing.openTenant(741));
  const login = { provider: 'manual', ...renewing.demoUser };
  expect((await server('/session/login', { form: login })).result.general.cid).toBe(
    serverSessionId,
  );
  await renewing.close();
});

test('of two logins of one session that it renews, one is refused and uses up nothing', async () => {
  const renewing = await startTestPlatform({ renewSessions: true });
  const { call } = await openPage(renewing.url, 741);
  const slow = { provider: 'manual', ...renewing.demoUser, vouchercode: 'ONE-FILM' };
  const statuses = await Promise.all([
    call('/session/login', { form: slow }).then(({ status }) => status),
    call('/session/login', { form: { provider: 'secondscreen', token: '424242' } }).then(
      ({ status }) => status,
    ),
  ]);
  expect(statuses, 'the check of a password takes longer').toEqual([401, 200]);
  const other = await openPage(renewing.url, 741);
  expect((await other.call('/session/login', { form: slow })).status).toBe(200);
  await renewing.close();
});

test('a login does not bring back a session that is ended during its password check', async () => {
  let onAuthorized = (): void => {};
  const now = (): Date => {
    onAuthorized();
    return new Date();
  };
  const timed = await startTestPlatform({ now });
  const { call } = await openPage(timed.url, 741);
  const isAuthorized = new Promise<void>((resolve) => {
    onAuthorized = resolve;
  });
  const login = call('/session/login', { form: { provider: 'manual', ...timed.demoUser } });
  await isAuthorized;
  expect((await call('/session/logout', { method: 'POST' })).status).toBe(200);
  expect((await login).status).toBe(401);
  await timed.close();
});

/** Logs in by a voucher three times, the last two times at once. Returns the statuses. */
async function logInByVoucher({ url }: RunningPlatform): Promise<number[]> {
  const attempt = async (): Promise<number> => {
    const { call } = await openPage(url, 741);
    const form = { vouchercode: 'WELCOME-GRACE' };
    return (await call('/session/login', { form })).status;
  };
  const first = await attempt();
  return [first, ...(await Promise.all([attempt(), attempt()])).toSorted()];
}

test('a voucher logs in as often as it has uses, also of two logins at once @folder', async () => {
  test.setTimeout(300_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'usher-platform-'));
  const options = { quiet: true, dataDir, databaseUrl: '' };
  try {
    await (await startPlatform(options)).close();
    const database = await openDatabase(dataDir, '');
    await database.query("update vouchers set uses_left = 2 where operation = 'login'");
    await database.close();
    const again = await startPlatform(options);
    try {
      expect(await logInByVoucher(again)).toEqual([200, 200, 401]);
    } finally {
      await again.close();
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
