import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { Usher } from '../../src/runtime.ts';
import { createDevice } from './simulation/device.ts';
import { keepalivesOf, largestGap } from './simulation/keepalives.ts';
import type { Sent } from './simulation/history.ts';
import { loadRuntime } from './simulation/load-runtime.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const world = { seed: 1, renames: false, hasStorage: true };

test('ten tabs send what one tab sends: at most six keepalives in an hour, 15 min apart at most', async () => {
  const device = createDevice(world, await loadRuntime());
  for (let place = 0; place < 10; place++) {
    void device.open(place).usher.start();
    await device.pass(2000);
  }
  await device.pass(hourMs);
  const times = keepalivesOf(device);
  expect(times.length).toBeGreaterThanOrEqual(4);
  expect(times.length).toBeLessThanOrEqual(6);
  expect(largestGap([...times, device.worldNow()])).toBeLessThanOrEqual(15 * minuteMs);
  expect(new Set([...device.tabs.values()].map(({ usher }) => usher.$session.get().id)).size).toBe(
    1,
  );
  expect(device.history.sent.filter(({ id }) => id === 'session/init')).toHaveLength(1);
});

test("a tab that logs out while it waits for another tab's lease releases its own leases later", async () => {
  const device = createDevice(world, await loadRuntime());
  const usherOf = (place: number): Usher => device.tabs.get(place)!.usher;
  for (const place of [0, 1]) {
    void device.open(place).usher.start();
    await device.pass(5000);
  }
  const sent = (id: string): Sent[] => device.history.sent.filter((one) => one.id === id);
  device.restart(); // the platform loses all sessions
  device.setNetwork('slow');
  for (const place of [0, 1]) {
    void usherOf(place)
      .call('allmedia/latest')
      .catch(() => {});
  }
  while (sent('allmedia/latest').filter(({ isHeard }) => isHeard).length < 2) await device.pass(50);
  await device.pass(100);
  const [, opening] = sent('session/init');
  expect(opening!.isHeard).toBe(undefined);
  const waiting = [0, 1].find((place) => device.tabs.get(place)!.name !== opening!.tab)!;
  void usherOf(waiting).logout();
  await device.pass(minuteMs);
  device.setNetwork('up');

  void usherOf(waiting).start();
  await device.pass(5000);
  expect(usherOf(waiting).$session.get().status).toBe('ready');
  const { lease } = device.records.get(`usher:${device.baseUrl}|741`) as { lease?: object };
  expect(lease).toBe(undefined);
});

test('twenty tabs restored at the same moment share one session', async () => {
  const device = createDevice(world, await loadRuntime());
  for (let place = 0; place < 20; place++) void device.open(place).usher.start();
  await device.pass(10_000);
  const shown = [...device.tabs.values()].map(({ usher }) => usher.$session.get());
  expect(new Set(shown.map(({ id, status }) => `${status} ${id}`)).size).toBe(1);
  expect(shown[0]!.status).toBe('ready');
});

test('after a day a tab holds no more timers, listeners and records than after an hour', async () => {
  const device = createDevice(world, await loadRuntime());
  const tab = device.open(0);
  void tab.usher.start();
  const burden = (): object => ({ ...tab.burden(), records: device.records.count() });
  await device.pass(hourMs);
  const before = burden();
  const lengthBefore = device.mirrorLength();
  await device.pass(23 * hourMs);
  expect(burden()).toEqual(before);
  expect(device.mirrorLength()).toBeLessThanOrEqual(lengthBefore + 5); // changes are counted
  const times = keepalivesOf(device);
  expect(times.length).toBeLessThanOrEqual(24 * 6);
  expect(largestGap(times)).toBeLessThanOrEqual(15 * minuteMs);
});

test('a session ID of any length is shown, sent and stored to its last digit', async () => {
  const loaded = await loadRuntime();
  const ids = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^\d{0,18}$/))
    .map(([first, rest]) => `${first}${rest}`);
  await fc.assert(
    fc.asyncProperty(ids, async (id) => {
      const device = createDevice({ ...world, id }, loaded);
      void device.open(0).usher.start();
      await device.pass(1000);
      const next = device.open(0, true).usher;
      void next.call('allmedia/latest');
      await device.pass(1000);
      expect(next.$session.get().id).toBe(id);
      expect(device.history.sent.map(({ session }) => session)).toEqual([null, id]);
    }),
    { numRuns: 200 },
  );
});
