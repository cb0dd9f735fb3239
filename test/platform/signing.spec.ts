import { expect, test } from '@playwright/test';
import { cutToken, signCall } from '../../demo/platform/session/page-secret.ts';
import { startPlatform, type RunningPlatform } from '../../demo/platform/start-platform.ts';
import { openPage, send, serverClient, sign } from '../fixtures/platform/client.ts';

let platform: RunningPlatform;
test.beforeAll(async () => {
  platform = await startPlatform({ quiet: true });
});
test.afterAll(() => platform.close());

test('the worked example gives its signature', () => {
  const secret = cutToken('abcd0123456789ABCDEF987654321', '4:1500496747:178989');
  expect(secret).toBe('0123456789ABCDEF');
  expect(signCall('latest', '741', secret)).toBe('585394885df9dd6f73e03f18159d2501');
});

test('every cut of the token gives a secret that the platform accepts', async () => {
  for (const [first, last] of [
    [1, 1],
    [2, 5],
    [3, 9],
    [4, 9],
  ]) {
    const { call } = await openPage(platform.url, 741, {
      nxp_devh: `${first}:1500496747:17898${last}`,
    });
    expect((await call('/allmedia/latest?limit=1')).status).toBe(200);
  }
});

test('a missing or wrong signature, or one of another operation or domain, is refused', async () => {
  const { cid, secret, call } = await openPage(platform.url, 741);
  const token = (value: string): Record<string, string> => ({ 'X-Request-Token': value });
  const unsigned = await send(`${platform.url}/v3.1/741/allmedia/latest`, {
    headers: { 'X-Request-CID': cid },
  });
  expect(unsigned.status).toBe(403);
  expect(unsigned.metadata.errorhint).toContain('X-Request-Token');
  for (const wrong of [
    '0'.repeat(32),
    sign('all', 741, secret),
    sign('latest', 742, secret),
    sign('latest', 741, `${secret}x`),
    'ü',
    sign('latest', 741, secret).toUpperCase(),
  ]) {
    const headers = token(encodeURIComponent(wrong));
    expect((await call('/allmedia/latest', { headers })).status).toBe(403);
  }
  expect((await call('/allmedia/latest')).status).toBe(200);
});

test('the secret of one session does not sign for another', async () => {
  const [one, other] = [await openPage(platform.url, 741), await openPage(platform.url, 741)];
  const headers = { 'X-Request-Token': sign('latest', 741, other.secret) };
  expect((await one.call('/allmedia/latest', { headers })).status).toBe(403);
});

test('the domain secret signs for lasting sessions and for those of pages', async () => {
  const server = serverClient(platform.url, 741, platform);
  expect((await server('/allmedia/latest?limit=1')).status).toBe(200);
  const { call } = await openPage(platform.url, 741);
  expect(
    (
      await call('/allmedia/latest', {
        headers: { 'X-Request-Token': sign('latest', 741, platform.domainSecret) },
      })
    ).status,
  ).toBe(200);
});

test('a client on a server sends every call but GET as form body, also DELETE', async () => {
  const server = serverClient(platform.url, 741, platform);
  const state = await server('/payment/itemstate', {
    method: 'POST',
    form: { item: '1369001', streamtype: 'video' },
  });
  expect(state.result.general).toMatchObject({ item: 1369001, reason: 'free', canPlay: 1 });
  const bad = await server('/payment/cancelsubscription', {
    method: 'DELETE',
    form: { transactionID: 'x' },
  });
  expect(bad).toMatchObject({
    status: 400,
    metadata: { errorhint: expect.stringContaining('transactionID') },
  });
});

test('a domain without signatures gives no token, and needs none', async () => {
  const { cid, init } = await openPage(platform.url, 743);
  expect(init.result.device).not.toHaveProperty('domaintoken');
  expect(
    (await send(`${platform.url}/v3.1/743/allmedia/latest`, { headers: { 'X-Request-CID': cid } }))
      .status,
  ).toBe(200);
});

test('signing can be switched off for all domains', async () => {
  const unsigned = await startPlatform({ quiet: true, signed: false });
  const { cid, init } = await openPage(unsigned.url, 741);
  expect(init.result.device).not.toHaveProperty('domaintoken');
  expect(
    (await send(`${unsigned.url}/v3.1/741/allmedia/latest`, { headers: { 'X-Request-CID': cid } }))
      .status,
  ).toBe(200);
  await unsigned.close();
});

test('a call with a missing, unknown or malformed session is answered with 401', async () => {
  for (const cid of ['', '1', '3154455148505954051', '99999999999999999999', 'abc', '-1']) {
    const { status, metadata } = await send(`${platform.url}/v3.1/741/allmedia/latest`, {
      headers: { 'X-Request-CID': cid },
    });
    expect({ status, hint: metadata['errorhint'] }).toEqual({
      status: 401,
      hint: expect.stringMatching(/\bsession\b/),
    });
  }
});
