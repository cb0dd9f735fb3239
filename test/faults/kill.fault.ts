import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './support/faults.ts';
import { isKept } from './support/kept.ts';
import { soon, viewerOf } from './support/viewer.ts';

test.use({ domain: 9307 });

test.describe('Tabs and lifecycle', () => {
  test('mirror lost (localStorage after a kill), IndexedDB there', async ({ chromium, wire, pages, addPage }) => {
    const url = pages.origin() + addPage({ at: wire });
    const open = async () => {
      const tab = await chromium.newTab();
      await tab.goto(url);
      return viewerOf(tab);
    };
    const before = await open();
    await before.reaches('ready');
    expect(await before.does('login', { provider: 'manual', username: 'ada', password: 'lovelace' })).toMatchObject({ ok: true });
    const { id } = await before.state();
    await soon(() => isKept(chromium.context, pages.origin(), id!)).toBe(true);
    const device = wire.arrivals.of('session/init')[0]!.body.get('nxp_devh');

    // A killed browser has seldom written its localStorage; without the folder it has never.
    await chromium.killAndStart((profile) => rmSync(join(profile, 'Default', 'Local Storage'), { recursive: true }));
    const after = await open();
    await after.reaches('ready');
    await soon(async () => (await after.state()).id, 2000).toBe(id);
    expect(await after.state()).toMatchObject({ status: 'ready', user: { name: 'ada' } });
    expect(await after.calls('session/currentweather')).toMatchObject({ ok: true });
    const sent = wire.arrivals.all.filter(({ session }) => session);
    expect([...new Set(sent.map(({ session }) => session))], 'the new session is dropped unused').toEqual([id]);

    await after.does('logout');
    expect(await after.calls('session/currentweather', { lat: 2 })).toMatchObject({ ok: true });
    expect(wire.arrivals.of('session/init').at(-1)!.body.get('nxp_devh')).toBe(device);
  });

  test('mirror lost, IndexedDB there, nobody logged in', async ({ chromium, wire, pages, addPage }) => {
    const url = pages.origin() + addPage({ at: wire });
    const tab = await chromium.newTab();
    await tab.goto(url);
    const { id } = await viewerOf(tab).reaches('ready');
    await soon(() => isKept(chromium.context, pages.origin(), id!)).toBe(true);
    await chromium.killAndStart((profile) => rmSync(join(profile, 'Default', 'Local Storage'), { recursive: true }));
    const again = await chromium.newTab();
    await again.goto(url);
    const after = viewerOf(again);
    await after.reaches('ready');
    await after.does('logout');
    expect(await after.calls('session/currentweather')).toMatchObject({ ok: true });
    const devices = wire.arrivals.of('session/init').map(({ body }) => body.get('nxp_devh'));
    expect(devices.at(-1), 'the first device hash, at later inits').toBe(devices[0]);
  });
});
