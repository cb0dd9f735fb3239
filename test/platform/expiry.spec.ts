import { expect, test } from '@playwright/test';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { openPage, serverClient } from '../fixtures/platform/client.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

let platform: RunningPlatform;
let clockMs = Date.parse('2026-11-21T12:00:00Z');
const pass = (seconds: number): void => {
  clockMs += seconds * 1000;
};
test.beforeAll(async () => {
  platform = await startTestPlatform({ now: () => new Date(clockMs), sessionLifetimeSeconds: 900 });
});
test.afterAll(() => platform.close());

test('a session expires after 15 minutes without a keepalive, and the error says so', async () => {
  const { call } = await openPage(platform.url, 741);
  pass(900);
  expect((await call('/allmedia/latest')).status).toBe(200);
  pass(1);
  const expired = await call('/allmedia/latest');
  expect(expired.status).toBe(401);
  expect(expired.metadata).toMatchObject({
    status: 401,
    errorhint: expect.stringMatching(/session has expired/),
  });
  expect((await call('/session/keepalive', { method: 'POST' })).status).toBe(401);
});

test('keepalive prolongs a session; other calls do not', async () => {
  const { call } = await openPage(platform.url, 741);
  for (let minute = 0; minute < 60; minute += 12) {
    pass(12 * 60);
    expect((await call('/session/keepalive', { method: 'POST' })).result).toEqual({ status: 'ok' });
  }
  pass(600);
  expect((await call('/allmedia/latest')).status).toBe(200);
  pass(301);
  expect((await call('/allmedia/latest')).status).toBe(401);
});

test('init replaces an expired session, and prolongs one that is alive', async () => {
  const first = await openPage(platform.url, 741);
  pass(800);
  expect((await openPage(platform.url, 741, { currentSession: first.cid })).cid).toBe(first.cid);
  pass(800);
  expect((await first.call('/allmedia/latest')).status).toBe(200);
  pass(101);
  expect(
    (await openPage(platform.url, 741, { currentSession: first.cid })).init.result.general
      .isNewSession,
  ).toBe(1);
});

test('the lasting session of a server never expires', async () => {
  pass(400 * 86_400);
  expect((await serverClient(platform.url, 741, platform)('/allmedia/latest')).status).toBe(200);
});

test('a rented item is granted until its time is over', async () => {
  const { call } = await openPage(platform.url, 9010);
  await call('/session/login', { form: { provider: 'manual', ...platform.demoUser } });
  const items = (await call('/allmedia/all?onlyPay=1&limit=2&orderBy=votes&orderDir=DESC')).result;
  const state = async (item: any): Promise<any> =>
    (await call(`/payment/itemstate?item=${item.general.ID}&streamtype=video`, { method: 'POST' }))
      .result.general;
  expect(await state(items[0])).toMatchObject({ canPlay: 1, reason: 'paid', validUntil: 0 });
  expect(await state(items[1])).toMatchObject({
    canPlay: 1,
    reason: 'paid',
    validUntil: Math.floor(clockMs / 1000) + 2 * 86_400,
  });
  for (let minute = 0; minute < 48 * 60; minute += 15) {
    pass(900);
    await call('/session/keepalive', { method: 'POST' });
  }
  expect(await state(items[1])).toMatchObject({ canPlay: 0, reason: 'not-paid' });
  expect(await state(items[0])).toMatchObject({ canPlay: 1, reason: 'paid' });
});
