import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/faults.ts';
import { movableClocks, paceSoon } from './support/page-patches.ts';
import { openTakes } from './support/storage-patches.ts';
import { isSessionStored, readStoredData } from './support/stored-data.ts';
import { soon, viewerOf } from './support/viewer.ts';

test.use({ domain: 9307 });

test.describe('Tabs and lifecycle', () => {
  test('mirror lost (localStorage after a kill), IndexedDB there', async ({
    chromium,
    faultProxy,
    pages,
    addPage,
  }) => {
    const url = pages.origin() + addPage({ platform: faultProxy });
    const open = async () => {
      const tab = await chromium.newTab();
      await tab.goto(url);
      return viewerOf(tab);
    };
    const before = await open();
    await before.waitForStatus('ready');
    expect(
      await before.callMethod('login', {
        provider: 'manual',
        username: 'ada',
        password: 'lovelace',
      }),
    ).toMatchObject({ ok: true });
    const { id } = await before.state();
    await soon(() => isSessionStored(chromium.context, pages.origin(), id!)).toBe(true);
    const device = faultProxy.arrivals.of('session/init')[0]!.body.get('nxp_devh');

    // A killed browser has seldom written its localStorage; without the folder it has never.
    await chromium.killAndStart((profile) =>
      rmSync(join(profile, 'Default', 'Local Storage'), { recursive: true }),
    );
    const after = await open();
    await after.waitForStatus('ready');
    await soon(async () => (await after.state()).id).toBe(id);
    expect(await after.state()).toMatchObject({ status: 'ready', user: { name: 'ada' } });
    expect(await after.callEndpoint('session/currentweather')).toMatchObject({ ok: true });
    const sent = faultProxy.arrivals.all.filter(
      ({ id: endpoint, session }) => session && endpoint !== 'session/logout',
    );
    expect(
      [...new Set(sent.map(({ session }) => session))],
      'the new session is dropped unused',
    ).toEqual([id]);
    const loggedOut = faultProxy.arrivals.of('session/logout').map(({ session }) => session);
    expect(loggedOut).not.toContain(id);

    await after.callMethod('logout');
    expect(await after.callEndpoint('session/currentweather', { lat: 2 })).toMatchObject({
      ok: true,
    });
    expect(faultProxy.arrivals.of('session/init').at(-1)!.body.get('nxp_devh')).toBe(device);
  });

  test('mirror lost, IndexedDB there, logged out', async ({
    chromium,
    faultProxy,
    pages,
    addPage,
  }) => {
    const url = pages.origin() + addPage({ platform: faultProxy });
    const tab = await chromium.newTab();
    await tab.goto(url);
    const { id } = await viewerOf(tab).waitForStatus('ready');
    await soon(() => isSessionStored(chromium.context, pages.origin(), id!)).toBe(true);
    await chromium.killAndStart((profile) =>
      rmSync(join(profile, 'Default', 'Local Storage'), { recursive: true }),
    );
    const again = await chromium.newTab();
    await again.goto(url);
    const after = viewerOf(again);
    await after.waitForStatus('ready');
    await after.callMethod('logout');
    expect(await after.callEndpoint('session/currentweather')).toMatchObject({ ok: true });
    const devices = faultProxy.arrivals.of('session/init').map(({ body }) => body.get('nxp_devh'));
    expect(devices.at(-1), 'the first device hash, at later inits').toBe(devices[0]);
  });

  for (const [title, killed, patches] of [
    ['a tab crashes right after logout, and nothing routes', 'tab', []],
    ['KILL after logout, and nothing routes', 'browser', []],
    ['KILL after logout, and nothing routes: IndexedDB answers late', 'browser', [openTakes(300)]],
  ] as const) {
    test(title, async ({ chromium, faultProxy, pages, addPage }) => {
      const url = pages.origin() + addPage({ platform: faultProxy, patches });
      const durable = async () =>
        (await readStoredData(chromium.context, pages.origin())).durable.join();
      const tab = await chromium.newTab();
      await tab.goto(url);
      const before = viewerOf(tab);
      await before.waitForStatus('ready');
      expect(
        await before.callMethod('login', {
          provider: 'manual',
          username: 'ada',
          password: 'lovelace',
        }),
      ).toMatchObject({ ok: true });
      const { id } = await before.state();
      await soon(durable).toContain('ada');
      await faultProxy.down();
      expect(await before.callMethod('logout')).toMatchObject({ ok: true });
      if (killed === 'tab') {
        const devtools = await chromium.devtools(tab);
        const crashed = tab.waitForEvent('crash');
        void devtools.send('Page.crash').catch(() => {}); // no tab is left to answer
        await crashed;
      } else {
        await soon(durable).toMatch(/"ended":\[\{/);
        await chromium.killAndStart();
      }
      await faultProxy.up();
      const sent = faultProxy.arrivals.all.length;

      // For the next page the lease of the crashed tab lasts a tenth of 15 s.
      const pace = paceSoon(10, { deadlinesMs: [100, 2000, 10_000] });
      const next = await chromium.newTab();
      await next.goto(
        pages.origin() +
          addPage({ platform: faultProxy, patches: [...patches, movableClocks(pace)] }),
      );
      const after = viewerOf(next);
      await soon(() =>
        faultProxy.arrivals
          .of('session/logout')
          .map(({ session, status }) => `${session} ${status}`),
      ).toEqual([`${id} 200`]);
      // After a kill the mirror may be older than the durable copy, which says that the session has
      // ended.
      if (killed === 'tab') {
        expect((await after.states()).map(({ user }) => user).filter(Boolean)).toEqual([]);
      }
      expect(await after.callEndpoint('session/currentweather')).toMatchObject({ ok: true });
      expect(await after.state()).toMatchObject({ status: 'ready', user: null });
      expect(
        faultProxy.arrivals.all
          .slice(sent)
          .filter(({ session }) => session === id)
          .map((arrival) => arrival.id),
      ).toEqual(['session/logout']);
    });
  }
});
