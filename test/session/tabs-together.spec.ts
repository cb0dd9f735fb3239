import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { Usher } from '../../src/index.ts';
import type { SentRequest } from '../world/facts.ts';
import {
  countRecords,
  createPages,
  durableIn,
  keepalivesOf,
  largestGap,
  mirrorOf,
} from '../world/pages.ts';
import { setNetwork } from '../world/perform-device.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const seed = 1;

test('ten tabs send what one tab sends: at most six keepalives in an hour, 15 min apart at most', async () => {
  const pages = await createPages(seed);
  for (let place = 0; place < 10; place++) {
    pages.open(place);
    await pages.pass(2000);
  }
  await pages.pass(hourMs);
  const times = keepalivesOf(pages);
  expect(times.length).toBeGreaterThanOrEqual(4);
  expect(times.length).toBeLessThanOrEqual(6);
  expect(largestGap([...times, pages.world.now()])).toBeLessThanOrEqual(15 * minuteMs);
  expect(new Set(pages.device.pages().map(({ usher }) => usher.$session.get().id)).size).toBe(1);
  expect(pages.sentTo('session/init')).toHaveLength(1);
});

test("a tab that logs out while it waits for another tab's lease releases its own leases later", async () => {
  // With this seed slow answers come in time, and a tab waits for the lease.
  const pages = await createPages(5);
  const usherOf = (place: number): Usher => pages.page(place).usher;
  for (const place of [0, 1]) {
    pages.open(place);
    await pages.pass(5000);
  }
  const { sentTo } = pages;
  const isHeard = ({ heardAt }: SentRequest): boolean => heardAt !== undefined;
  pages.world.platform.restart(); // the platform loses all sessions
  setNetwork(pages.device, 'slow');
  for (const place of [0, 1]) {
    void usherOf(place)
      .call('allmedia/latest')
      .catch(() => {});
  }
  await pages.until(() => sentTo('allmedia/latest').filter(isHeard).length >= 2, 50);
  await pages.pass(100);
  const [, opening] = sentTo('session/init');
  expect(isHeard(opening!)).toBe(false);
  const waiting = [0, 1].find((place) => pages.page(place).name !== opening!.page)!;
  void usherOf(waiting).logout();
  await pages.pass(minuteMs);
  setNetwork(pages.device, 'up');

  void usherOf(waiting).start();
  await pages.pass(5000);
  expect(usherOf(waiting).$session.get().status).toBe('ready');
  expect(durableIn(pages).lease).toBe(undefined);
});

test('twenty tabs restored at the same moment share one session', async () => {
  const pages = await createPages(seed);
  for (let place = 0; place < 20; place++) pages.open(place);
  await pages.pass(10_000);
  const shown = pages.device.pages().map(({ usher }) => usher.$session.get());
  expect(new Set(shown.map(({ id, status }) => `${status} ${id}`)).size).toBe(1);
  expect(shown[0]!.status).toBe('ready');
});

test('after a day a tab holds no more timers, listeners and records than after an hour', async () => {
  const pages = await createPages(seed);
  const page = pages.open(0);
  const burden = (): object => ({
    timersAndListeners: page.window.burden(),
    records: countRecords(pages),
  });
  await pages.pass(hourMs);
  const before = burden();
  const lengthBefore = mirrorOf(pages).length;
  await pages.pass(23 * hourMs);
  expect(burden()).toEqual(before);
  expect(mirrorOf(pages).length).toBeLessThanOrEqual(lengthBefore + 5); // changes are counted
  const times = keepalivesOf(pages);
  expect(times.length).toBeLessThanOrEqual(24 * 6);
  expect(largestGap(times)).toBeLessThanOrEqual(15 * minuteMs);
});

test('a session ID of any length is shown, sent and stored to its last digit', async () => {
  const ids = fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.stringMatching(/^\d{0,18}$/))
    .map(([first, rest]) => `${first}${rest}`);
  await fc.assert(
    fc.asyncProperty(ids, async (id) => {
      const pages = await createPages(seed, { sessionId: id });
      pages.open(0);
      await pages.pass(1000);
      const next = pages.open(0, { again: true }).usher;
      void next.call('allmedia/latest');
      await pages.pass(1000);
      expect(next.$session.get().id).toBe(id);
      expect(pages.world.facts.sent.map(({ session }) => session)).toEqual([null, id]);
    }),
    { numRuns: 200 },
  );
});
