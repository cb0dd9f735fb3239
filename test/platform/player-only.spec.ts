import { expect, test } from '@playwright/test';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { openPage, send } from '../fixtures/platform/client.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

let platform: RunningPlatform;
test.beforeAll(async () => {
  platform = await startTestPlatform();
});
test.afterAll(() => platform.close());

test('a player-only domain refuses init with the reason, unless a persistent session is forced', async () => {
  const { init } = await openPage(platform.url, 742);
  expect(init).toMatchObject({
    status: 403,
    metadata: { errorhint: expect.stringContaining('player-only') },
    result: {},
  });
  expect((await openPage(platform.url, 742, { forcePersistantSession: '1' })).cid).toMatch(
    /^\d{19}$/,
  );
});

test('static details need no session, and open none', async () => {
  const { status, result } = await send(
    `${platform.url}/v3.1/742/session/staticdetails?gateway=tablet&lat=48.8&lng=2.3&nxp_devh=4:1500496747:178989`,
  );
  expect(status).toBe(200);
  expect(result.general).toMatchObject({ geocode: 'FR', gateway: 'tablet', language: 'en' });
  expect(result.general).not.toHaveProperty('cid');
  expect(result.device.id).toBe('4:1500496747:178989');
  expect(result.system.reporttoken).toMatch(/&se=\d+$/);
});

test('a player-only domain gives media and lists without a session, but nothing of a viewer', async () => {
  expect((await send(`${platform.url}/v3.1/742/allmedia/latest`)).status).toBe(200);
  expect((await send(`${platform.url}/v3.1/742/system/videogenres`)).status).toBe(200);
  expect((await send(`${platform.url}/v3.1/742/session/currentweather`)).status).toBe(200);
  expect(
    (await send(`${platform.url}/v3.1/742/session/keepalive`, { method: 'POST' })).status,
  ).toBe(401);
  expect(
    (
      await send(`${platform.url}/v3.1/742/payment/itemstate?item=1369001&streamtype=video`, {
        method: 'POST',
      })
    ).status,
  ).toBe(401);
});
