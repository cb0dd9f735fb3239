import { expect, test } from '@playwright/test';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { deviceHash, openPage, send, serverClient, sign } from '../fixtures/platform/client.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

let platform: RunningPlatform;
test.beforeAll(async () => {
  platform = await startTestPlatform();
});
test.afterAll(() => platform.close());

test('init answers with every captured field, and the session ID as text of 19 digits', async () => {
  const { init } = await openPage(platform.url, 741);
  expect(init.status).toBe(200);
  expect(init.text).toMatch(/"cid":"\d{19}"/);
  const { general, device, system } = init.result;
  expect(general).toMatchObject({
    isNewSession: 1,
    isUnique: 1,
    clid: 741,
    uid: 0,
    campaign: 0,
    affiliatePartner: 0,
    geocode: 'DE',
    gateway: 'desktop',
    language: 'en',
    referrer: '',
    portal: '',
  });
  expect(Object.keys(general)).toEqual(expect.arrayContaining(['latitude', 'longitude']));
  expect(Object.keys(device)).toEqual(
    expect.arrayContaining([
      'id',
      'ip',
      'type',
      'manufacturer',
      'model',
      'sessionIndex',
      'allowTrack',
      'browser',
      'os',
      'domaintoken',
    ]),
  );
  expect(system).toMatchObject({ clientstatus: 'ok', sdkstatus: 'ok' });
  expect(system.reporttoken).toMatch(/&se=\d{10}$/);
  expect(init.result.pricemodel).toBeUndefined();
});

test('session IDs differ and a second session of a device is not unique', async () => {
  const form = { nxp_devh: '2:1700000000:123453' };
  const first = await openPage(platform.url, 9001, form);
  const second = await openPage(platform.url, 9001, form);
  expect(second.cid).not.toBe(first.cid);
  expect(first.init.result.general.isUnique).toBe(1);
  expect(second.init.result.general.isUnique).toBe(0);
  expect(second.init.result.device.sessionIndex).toBe(2);
});

test('init returns the values that it was given, by form or JSON, by query or body', async () => {
  const told = {
    explicitLanguage: 'de',
    gateway: 'mobile',
    portal: 'store',
    deliveryPartner: '9007199254740993001',
    campaign: '31',
    affiliatePartner: '5',
    linkOrigin: 'https://example.com',
    deviceName: 'My device',
    externalUserReference: 'x-1',
    lat: '40.7',
    lng: '-74',
  };
  const expected = {
    language: 'de',
    gateway: 'mobile',
    portal: 'store',
    deliveryPartner: '9007199254740993001',
    campaign: 31,
    affiliatePartner: 5,
    referrer: 'https://example.com',
    externalUserReference: 'x-1',
    latitude: 40.7,
    longitude: -74,
    geocode: 'US',
  };
  const address = `${platform.url}/v3.1/741/session/init`;
  const json = { ...told, lat: 40.7, lng: -74, campaign: 31, forcePersistantSession: true };
  for (const init of [
    await send(address, { form: told }),
    await send(address, { json }),
    await send(`${address}?${new URLSearchParams(told)}`, { method: 'POST' }),
  ]) {
    expect(init.result.general).toMatchObject(expected);
    expect(init.result.device.model).toBe('My device');
  }
});

test('a JSON number beyond 2^53 keeps its digits', async () => {
  const response = await fetch(`${platform.url}/v3.1/741/session/init`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"campaign": 9007199254740993001}',
  });
  expect(await response.text()).toContain('"campaign":9007199254740993001');
});

test('each add flag adds its part', async () => {
  const flags = {
    addDomainData: 'domaindata',
    addAdModel: 'admodel',
    addPriceModel: 'pricemodel',
    addTextTemplates: 'texttemplates',
    addChannels: 'channels',
    addFormats: 'formats',
    addCampaigns: 'campaigns',
  };
  for (const [flag, part] of Object.entries(flags)) {
    const { result } = await send(`${platform.url}/v3.1/741/session/init?${flag}=1`, { form: {} });
    expect(Object.keys(result).sort(), flag).toEqual(['device', 'general', 'system', part].sort());
  }
  const { result } = await send(
    `${platform.url}/v3.1/741/session/init?addPriceModel=1&addCampaigns=1`,
    { form: {} },
  );
  expect(result.pricemodel).toMatchObject({
    currency: 'EUR',
    ppv: { price: 499, hours: 48 },
    ownage: { price: 1299 },
  });
  expect(result.pricemodel.subscriptions[0]).toEqual({
    duration: 1,
    price: 799,
    isPremium: 0,
    paidMonthly: 1,
  });
  expect(result.campaigns.map((campaign: any) => campaign.title)).toEqual(['Classics Month']);
});

test('currentSession is reused while it is alive, on its own device only', async () => {
  const { cid, init, call } = await openPage(platform.url, 741);
  const again = await openPage(platform.url, 741, { currentSession: cid, explicitLanguage: 'fr' });
  expect(again.cid).toBe(cid);
  expect(again.init.result.general).toMatchObject({ isNewSession: 0, language: 'fr' });
  expect(again.init.result.device.domaintoken).toBe(init.result.device.domaintoken);
  const stranger = await openPage(platform.url, 741, {
    currentSession: cid,
    nxp_devh: '1:1500496747:111111',
  });
  expect(stranger.cid).not.toBe(cid);
  const form = { currentSession: cid };
  const nameless = await send(`${platform.url}/v3.1/741/session/init`, { form });
  expect(nameless.result.general).toMatchObject({ isNewSession: 1, uid: 0 });
  expect(nameless.text).not.toContain(init.result.device.domaintoken);
  await call('/session/logout', { method: 'POST' });
  expect(
    (await openPage(platform.url, 741, { currentSession: cid })).init.result.general.isNewSession,
  ).toBe(1);
});

test('the lasting session of a server is never given to a page', async () => {
  const { init } = await openPage(platform.url, 741, { currentSession: platform.serverSessionId });
  expect(init.result.general.isNewSession).toBe(1);
});

test('a client without a device hash receives one, and can sign with it', async () => {
  const init = await send(`${platform.url}/v3.1/741/session/init`, { form: {} });
  expect(init.result.device.id).toMatch(/^[1-4]:\d{10}:\d{5}[1-9]$/);
});

test('the device ID of another client is taken, without a token to sign with', async () => {
  for (const id of ['x', '9b2f1c04-7f0e-4d0c-9a55-0c5a3f1d2e77', '{"~', 'd'.repeat(128)]) {
    const { cid, init, call } = await openPage(platform.url, 9319, { nxp_devh: id });
    expect(init.result.device.id, id).toBe(id);
    expect(init.result.device, id).not.toHaveProperty('domaintoken');
    const unsigned = await send(`${platform.url}/v3.1/9319/allmedia/latest?limit=1`, {
      headers: { 'X-Request-CID': cid },
    });
    expect(unsigned.status, id).toBe(200);
    // A wrong signature is refused all the same: no secret fits the one that `call` sends.
    expect((await call('/allmedia/latest')).status, id).toBe(403);
    const again = await openPage(platform.url, 9319, { nxp_devh: id, currentSession: cid });
    expect(again.cid, id).toBe(cid);
  }
});

test('a client with a device ID of its own may sign with the secret of the domain', async () => {
  const { cid } = await openPage(platform.url, 741, { nxp_devh: 'set-top-box' });
  const headers = {
    'X-Request-CID': cid,
    'X-Request-Token': sign('latest', 741, platform.domainSecret),
  };
  const { status } = await send(`${platform.url}/v3.1/741/allmedia/latest?limit=1`, { headers });
  expect(status).toBe(200);
});

test('a device ID of other characters, or of more than 128, is refused', async () => {
  for (const id of ['a b', 'ö', 'a\u007f', 'd'.repeat(129)]) {
    const { status, metadata } = await send(`${platform.url}/v3.1/741/session/init`, {
      form: { nxp_devh: id },
    });
    expect(status, id).toBe(400);
    expect(metadata.errorhint, id).toContain('nxp_devh');
  }
});

test('a user hash logs in, and an unknown one does not', async () => {
  const page = await openPage(platform.url, 741);
  const login = await page.call('/session/login', {
    form: { provider: 'manual', ...platform.demoUser },
  });
  const { userhash, uid } = login.result.userdata;
  const returned = await openPage(platform.url, 741, { nxp_userh: userhash });
  expect(returned.init.result.general.uid).toBe(uid);
  expect(returned.init.result.userdata).toEqual({ uid, username: 'ada', userhash });
  expect((await openPage(platform.url, 741, { nxp_userh: 'nobody' })).init.result.general.uid).toBe(
    0,
  );
});

test('logout ends the session, but not the lasting one', async () => {
  const { call } = await openPage(platform.url, 741);
  expect((await call('/session/logout', { method: 'POST' })).result).toEqual({ status: 'ok' });
  const after = await call('/session/keepalive', { method: 'POST' });
  expect(after.status).toBe(401);
  expect(after.metadata.errorhint).toMatch(/\bsession\b/);
  const server = serverClient(platform.url, 741, platform);
  await server('/session/logout', { method: 'POST' });
  expect((await server('/session/keepalive', { method: 'POST' })).status).toBe(200);
});

test('the weather is the same for a place within an hour, and by default that of the session', async () => {
  const { call } = await openPage(platform.url, 741, { lat: '52.5', lng: '13.4' });
  const own = await call('/session/currentweather');
  const named = await call('/session/currentweather?lat=52.5&lng=13.4');
  expect(own.result.general).toEqual(named.result.general);
  expect(own.result.general).toMatchObject({
    temperature: expect.any(Number),
    unit: 'c',
    code: expect.any(String),
    text: expect.any(String),
  });
  expect(
    (await call('/session/currentweather?lat=-80&lng=13.4')).result.general.temperature,
  ).toBeLessThan(own.result.general.temperature);
});

test('the report token contains its end', async () => {
  const { call } = await openPage(platform.url, 741);
  const { reporttoken } = (await call('/session/reporttoken')).result.general;
  expect(Number(/se=(\d+)/.exec(reporttoken)![1])).toBeGreaterThan(Date.now() / 1000);
});

test('sessions of one domain do not exist on another', async () => {
  const { cid } = await openPage(platform.url, 9902, { nxp_devh: deviceHash });
  expect(
    (
      await send(`${platform.url}/v3.1/9902/system/videogenres`, {
        headers: { 'X-Request-CID': cid },
      })
    ).status,
  ).toBe(200);
  expect(
    (
      await send(`${platform.url}/v3.1/9903/system/videogenres`, {
        headers: { 'X-Request-CID': cid },
      })
    ).status,
  ).toBe(401);
});
