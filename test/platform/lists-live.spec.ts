import { expect, test } from '@playwright/test';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { openReporting, type Reporting } from '../fixtures/platform/statistics-reporting.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

let platform: RunningPlatform;
let site: Reporting;
let nowMs = Date.parse('2026-11-21T12:00:00Z');
test.beforeAll(async () => {
  platform = await startTestPlatform({ sessionLifetimeSeconds: 1e9, now: () => new Date(nowMs) });
  site = await openReporting(platform.url, 9773);
});
test.afterAll(() => platform.close());

const gidsOf = async (path: string): Promise<string[]> =>
  (await site.call(`/allmedia/${path}`)).result.map((item: any) => String(item.general.GID));

test('a view counts in the most active list, and an external view only in its own list', async () => {
  expect(await gidsOf('mostactive')).toEqual([]);
  await site.report([
    { kind: 'view', gid: '5000311' },
    { kind: 'view', gid: '5000312' },
    { kind: 'view', gid: '5000312' },
    { kind: 'viewexternal', gid: '5000313' },
  ]);
  expect(await gidsOf('mostactive?timeframe=1')).toEqual(['5000312', '5000311']);
  expect(await gidsOf('mostactiveexternal?timeframe=1')).toEqual(['5000313']);
  const beyond = await site.call('/allmedia/mostactive?start=5');
  expect(beyond).toMatchObject({ result: [], paging: { start: 5, resultcount: 2 } });
  nowMs += 2 * 86_400_000;
  expect(await gidsOf('mostactive?timeframe=1')).toEqual([]);
  expect(await gidsOf('mostactive?timeframe=5')).toEqual(['5000312', '5000311']);
});

test('random gives every item the same chance, in long and short lists, and none twice', async () => {
  for (const [filter, items, draws] of [
    ['', 990, 150],
    ['&selectedStreamtypes=series', 30, 40],
  ] as const) {
    const limit = filter ? 10 : 100;
    const times = new Map<string, number>();
    for (let draw = 0; draw < draws; draw++) {
      const gids = await gidsOf(`random?limit=${limit}${filter}`);
      expect(new Set(gids).size).toBe(limit);
      for (const gid of gids) times.set(gid, (times.get(gid) ?? 0) + 1);
    }
    const expected = (draws * limit) / items;
    const chiSquare = Array.from(
      { length: items },
      (_, index) => [...times.values()][index] ?? 0,
    ).reduce((sum, seen) => sum + (seen - expected) ** 2 / expected, 0);
    // There are as many degrees of freedom as items. A deviation of seven sigma is practically
    // impossible.
    expect(Math.abs(chiSquare - items * (1 - limit / items)), `${items} items`).toBeLessThan(
      7 * Math.sqrt(2 * items),
    );
  }
});

test('an unpublished item is in no list and not found', async () => {
  const before = nowMs;
  const [latest] = await gidsOf('latest');
  nowMs = Date.parse('2016-01-01T00:00:00Z');
  try {
    const { result, paging } = await site.call('/allmedia/latest?additionalFields=publishingdata');
    expect(paging.resultcount).toBeGreaterThan(100);
    expect(paging.resultcount).toBeLessThan(400);
    expect(result.every((item: any) => item.publishingdata.published <= nowMs / 1000)).toBe(true);
    expect((await site.call(`/allmedia/byglobalid/${latest}`)).status).toBe(404);
  } finally {
    nowMs = before;
  }
  expect((await site.call(`/allmedia/byglobalid/${latest}`)).status).toBe(200);
});
