import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/faults.ts';
import { answer, heldReply, initResult } from './support/scripted-server.ts';
import { isSessionStored, readStoredData } from './support/stored-data.ts';
import { soon, viewerOf } from './support/viewer.ts';

test.use({ domain: 9331 });

const ada = { provider: 'manual', username: 'ada', password: 'lovelace' };

test.describe('Tabs and lifecycle', () => {
  test('forget() while a page is in the back/forward cache', async ({
    chromium,
    faultProxy,
    pages,
    addPage,
  }) => {
    const url = pages.origin() + addPage({ platform: faultProxy });
    const cached = await chromium.newTab();
    await cached.goto(url);
    const viewer = viewerOf(cached);
    await viewer.waitForStatus('ready');
    expect(await viewer.callMethod('login', ada)).toMatchObject({ ok: true });
    const { id } = await viewer.state();
    await cached.waitForLoadState('networkidle');
    await cached.goto(`${pages.origin()}/blank`);
    const other = await chromium.newTab();
    await other.goto(url);
    const forgetting = viewerOf(other);
    await soon(async () => (await forgetting.state()).user?.name).toBe('ada');
    expect(await forgetting.callMethod('forget')).toMatchObject({ ok: true });
    await other.close();
    const forgottenAt = Date.now();
    await cached.bringToFront();
    await cached.goBack({ waitUntil: 'commit' });
    await soon(() => viewer.evaluate('viewer.persisted')).toBe(true);
    await soon(async () => (await viewer.state()).user).toBe(null);
    expect(await viewer.callEndpoint('session/currentweather', { lat: 1 })).toMatchObject({
      ok: true,
    });
    const later = faultProxy.arrivals.all.filter(
      ({ at, session }) => at > forgottenAt && session === id,
    );
    expect(later.map((arrival) => arrival.id).filter((one) => one !== 'session/logout')).toEqual(
      [],
    );
    expect(faultProxy.arrivals.of('session/init').at(-1)!.body.get('nxp_userh')).toBe(null);
  });

  test('the page is reloaded in the task of forget()', async ({
    page,
    context,
    faultProxy,
    pages,
    openPage,
  }) => {
    const viewer = await openPage(page, { platform: faultProxy });
    await viewer.waitForStatus('ready');
    expect(await viewer.callMethod('login', ada)).toMatchObject({ ok: true });
    const { id } = await viewer.state();
    await page.waitForLoadState('networkidle');
    await viewer.evaluate('void (runtime.forget(), location.reload())');
    await soon(() =>
      viewer.evaluate('window.viewer ? viewer.states.length : 0').catch(() => 0),
    ).toBeGreaterThan(0);
    expect(await viewer.waitForStatus('ready')).toMatchObject({ user: null });
    expect((await viewer.state()).id).not.toBe(id);
    const [before, after] = faultProxy.arrivals.of('session/init').map(({ body }) => body);
    expect(after!.get('nxp_devh')).not.toBe(before!.get('nxp_devh'));
    expect([after!.get('nxp_userh'), after!.get('currentSession')]).toEqual([null, null]);
    const { mirror, durable } = await readStoredData(context, pages.origin());
    expect([...mirror, ...durable].filter((text) => text.includes(id!))).toEqual([]);
  });

  test('KILL right after forget() has resolved, and the mirror is lost', async ({
    chromium,
    faultProxy,
    pages,
    addPage,
  }) => {
    const url = pages.origin() + addPage({ platform: faultProxy });
    const tab = await chromium.newTab();
    await tab.goto(url);
    const before = viewerOf(tab);
    await before.waitForStatus('ready');
    expect(await before.callMethod('login', ada)).toMatchObject({ ok: true });
    const { id } = await before.state();
    await soon(() => isSessionStored(chromium.context, pages.origin(), id!)).toBe(true);
    const device = faultProxy.arrivals.of('session/init')[0]!.body.get('nxp_devh');
    expect(await before.callMethod('forget')).toMatchObject({ ok: true });
    await chromium.killAndStart((profile) =>
      rmSync(join(profile, 'Default', 'Local Storage'), { recursive: true, force: true }),
    );
    const again = await chromium.newTab();
    await again.goto(url);
    const after = viewerOf(again);
    expect(await after.waitForStatus('ready')).toMatchObject({ user: null });
    expect(await after.callEndpoint('session/currentweather')).toMatchObject({ ok: true });
    expect(await after.state()).toMatchObject({ status: 'ready', user: null });
    expect((await after.state()).id).not.toBe(id);
    const { body } = faultProxy.arrivals.of('session/init').at(-1)!;
    expect([body.get('nxp_userh'), body.get('currentSession')]).toEqual([null, null]);
    expect(body.get('nxp_devh')).not.toBe(device);
    expect(
      (await readStoredData(chromium.context, pages.origin())).durable.filter((text) =>
        text.includes(id!),
      ),
    ).toEqual([]);
  });

  test('a duplicated tab ends with its original', async ({
    page,
    context,
    faultProxy,
    openPage,
  }) => {
    const original = await openPage(page, { platform: faultProxy, tag: { persistence: 'tab' } });
    await original.waitForStatus('ready');
    expect(await original.callMethod('login', ada)).toMatchObject({ ok: true });
    const { id } = await original.state();
    await page.waitForLoadState('networkidle');
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      original.evaluate('void window.open(location.href)'),
    ]); // a new tab copies the tab's storage
    const copy = viewerOf(tab);
    expect(await copy.waitForStatus('ready')).toMatchObject({ id, user: { name: 'ada' } });
    await tab.waitForLoadState('networkidle');
    expect(await original.callMethod('logout')).toMatchObject({ ok: true });
    const endedAt = Date.now();
    await soon(async () => (await copy.state()).user).toBe(null);
    expect(await copy.callEndpoint('session/currentweather', { lat: 1 })).toMatchObject({
      ok: true,
    });
    expect(await copy.state()).toMatchObject({ status: 'ready', user: null });
    const later = faultProxy.arrivals.all.filter(
      ({ at, session, body }) =>
        at > endedAt &&
        (session === id || body.get('nxp_userh') || body.get('currentSession') === id),
    );
    expect(later.map((arrival) => arrival.id).filter((one) => one !== 'session/logout')).toEqual(
      [],
    );
  });

  test('a tab is duplicated while its init is under way', async ({
    page,
    context,
    server,
    openPage,
  }) => {
    const slow = heldReply(() => answer(initResult('91')));
    server.script('session/init', slow.reply);
    const original = await openPage(page, { platform: server });
    await soon(slow.waiting).toBe(1);
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      original.evaluate('void window.open(location.href)'),
    ]);
    const copy = viewerOf(tab);
    await copy.waitForStatus('opening');
    slow.release();
    expect(await original.waitForStatus('ready')).toMatchObject({ id: '91' });
    expect(await copy.waitForStatus('ready')).toMatchObject({ id: '91' });
    expect(server.arrivals.of('session/init')).toHaveLength(1);
  });
});

test.describe('Storage', () => {
  test('the viewer blocks all site data', async ({ chromium, faultProxy, pages, addPage }) => {
    await chromium.killAndStart((profile) => {
      const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
      writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
    });
    const tab = await chromium.newTab();
    await tab.goto(pages.origin() + addPage({ platform: faultProxy }));
    const viewer = viewerOf(tab);
    await viewer.waitForStatus('ready');
    expect(
      await viewer.evaluate(`new Promise((resolve) => {
        const request = indexedDB.open('usher');
        request.onerror = () => resolve(request.error.name);
      })`),
    ).toBe('UnknownError');
    expect(await viewer.callMethod('login', ada)).toMatchObject({ ok: true });
    expect(await viewer.callMethod('forget')).toEqual({
      ok: true,
      value: { open: [], openOfOthers: 0 },
    });
    expect(await viewer.callMethod('setPersistence', 'none')).toMatchObject({ ok: true });
    expect((await viewer.state()).user).toBe(null);
    expect(await viewer.events('uncaught')).toEqual([]);
  });
});

test.describe('Network', () => {
  test('a page starts offline, and none of its later code was ever loaded', async ({
    page,
    faultProxy,
    openPage,
  }) => {
    await page.route(/\/chunks\//, (route) => route.abort());
    await page.route(/session\/init/, (route) => route.abort());
    const viewer = await openPage(page, { platform: faultProxy });
    await viewer.waitForStatus('offline');
    await page.unroute(/session\/init/);
    await viewer.evaluate("void dispatchEvent(new Event('online'))");
    expect(await viewer.waitForStatus('ready')).toMatchObject({ user: null });
  });
});
