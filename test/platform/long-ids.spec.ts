import { expect, test } from '@playwright/test';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { openPage } from '../fixtures/platform/client.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

let platform: RunningPlatform;
test.beforeAll(async () => {
  platform = await startTestPlatform();
});
test.afterAll(() => platform.close());

const pageSize = 100;

/** The texts of all pages of a domain's list of all items, as sent over HTTP. */
async function listTexts(domain: number): Promise<string[]> {
  const page = await openPage(platform.url, domain);
  const texts: string[] = [];
  for (let start = 0, total = 1; start < total; start += pageSize) {
    const { status, text, paging } = await page.call(
      `/allmedia/all?limit=${pageSize}&start=${start}&orderBy=GID`,
    );
    expect(status, text.slice(0, 300)).toBe(200);
    texts.push(text);
    total = paging.resultcount;
  }
  return texts;
}

interface PlainList {
  readonly result: readonly {
    readonly general: { readonly GID: number; readonly ID: number; readonly streamtype: string };
  }[];
  readonly paging: { readonly resultcount: number };
}

for (const domain of [741, 743]) {
  test(`a client with plain JSON.parse loses no item of the seeded domain ${domain}`, async () => {
    const lists = (await listTexts(domain)).map((text) => JSON.parse(text) as PlainList);
    const items = lists.flatMap(({ result }) => result.map(({ general }) => general));
    expect(items).toHaveLength(lists[0]!.paging.resultcount);
    expect(items.length).toBeGreaterThan(900);
    expect(new Set(items.map(({ GID }) => GID)).size, 'distinct global IDs').toBe(items.length);
    expect(
      new Set(items.map(({ ID, streamtype }) => `${streamtype} ${ID}`)).size,
      'distinct IDs',
    ).toBe(items.length);
    expect(
      items.filter(({ GID, ID }) => !Number.isSafeInteger(GID) || !Number.isSafeInteger(ID)),
    ).toEqual([]);
  });
}

test('a domain for tests also has free and paid items with IDs longer than a number holds', async () => {
  const page = await openPage(platform.url, 9050);
  const listed = (await listTexts(9050)).join();
  const long = [...listed.matchAll(/"GID":(\d{16,19})\b/g)].map(([, gid]) => gid!);
  expect(long.length).toBeGreaterThan(100);
  expect(new Set(long).size).toBe(long.length);
  const pays = new Set<number>();
  for (const gid of [long[0]!, long[1]!, long.at(-1)!]) {
    const { status, result } = await page.call(`/allmedia/byglobalid/${gid}`);
    expect(status).toBe(200);
    expect(result.general).toMatchObject({ GID: gid, ID: expect.stringMatching(/^\d{16,19}$/) });
    pays.add(result.general.isPay);
  }
  expect(pays).toEqual(new Set([0, 1]));
});

test('a seeded domain neither finds nor unlocks the items for tests', async () => {
  const page = await openPage(platform.url, 741);
  const [long] = (
    await (
      await openPage(platform.url, 9050)
    ).call('/allmedia/all?orderBy=GID&orderDir=DESC&limit=1')
  ).result;
  expect(long.general.GID).toMatch(/^\d{16,19}$/);
  expect((await page.call(`/allmedia/byglobalid/${long.general.GID}`)).status).toBe(404);
  const { result } = await page.call(
    `/payment/itemstate?item=${long.general.GID}&streamtype=allmedia`,
    { method: 'POST' },
  );
  expect(result.general).toMatchObject({ canPlay: 0, reason: 'domain' });
  const ranked = await page.call('/allmedia/mostactive?timeframe=30&limit=100');
  expect(ranked.text).not.toMatch(/"GID":\d{16}/);
});

test('the statistics of the demo domain have no item that a plain client would lose', async () => {
  const [from, to] = [30, 0].map((days) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
  );
  const page = await openPage(platform.url, 741);
  const { text, status } = await page.call(
    `/statistics/itemlist?kpi=view&streamtype=allmedia&from=${from}&to=${to}`,
  );
  expect(status, text.slice(0, 300)).toBe(200);
  expect(text).toContain('"1369');
  expect(text).not.toMatch(/\d{16}/);
});
