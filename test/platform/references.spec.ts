import { expect, test } from '@playwright/test';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { openPage, type Page } from '../fixtures/platform/client.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

let platform: RunningPlatform;
let page: Page;
test.beforeAll(async () => {
  platform = await startTestPlatform();
  page = await openPage(platform.url, 741);
});
test.afterAll(() => platform.close());

const count = async (path: string): Promise<number> =>
  (await page.call(`/allmedia/${path}`)).paging.resultcount;

test('every reference finds the same items by name and by ID', async () => {
  const names = {
    person: 'John Woo',
    show: 'Harry Potter',
    place: 'Mars',
    product: 'TV',
    file: 'lena.mp3',
  };
  const parts = {
    person: 'persons',
    show: 'shows',
    place: 'places',
    product: 'products',
    file: 'files',
  } as const;
  for (const [kind, name] of Object.entries(names)) {
    const byName = await page.call(
      `/allmedia/by${kind}/${encodeURIComponent(name)}?limit=100&additionalFields=connectedmedia`,
    );
    expect(byName.result.length, kind).toBeGreaterThan(0);
    const reference = byName.result[0].connectedmedia[parts[kind as keyof typeof parts]].find(
      (one: any) => one.title === name,
    );
    const byId = await page.call(
      `/allmedia/by${kind}id/${reference.ID}?limit=100&additionalFields=connectedmedia`,
    );
    expect(byId.result).toEqual(byName.result);
    expect(await count(`by${kind}/${encodeURIComponent(name.toUpperCase())}`)).toBe(
      byName.paging.resultcount,
    );
    expect(await count(`by${kind}/no%20such%20${kind}`)).toBe(0);
    expect(await count(`by${kind}id/99999999999999999999`)).toBe(0);
  }
});

test('a tag is a genre, a creative type or a source of a film', async () => {
  expect(await count('bytag/Western?selectedStreamtypes=video')).toBe(5);
  expect(await count('bytag/Super%20Hero?selectedStreamtypes=video')).toBe(25);
  expect(await count('bytag/Remake?selectedStreamtypes=video')).toBe(54);
});

test('a studio belongs to videos, and to no item without one', async () => {
  const [{ connectedmedia }] = (
    await page.call(
      '/allmedia/byquery/Inception?queryFields=title&selectedStreamtypes=video&additionalFields=connectedmedia',
    )
  ).result;
  const found = await page.call(`/allmedia/bystudio/${connectedmedia.studio.ID}?limit=100`);
  expect(found.paging.resultcount).toBe(113);
  expect(new Set(found.result.map((item: any) => item.general.streamtype))).toEqual(
    new Set(['video']),
  );
});

test('a series has the films of its show, a playlist those of its director, by release date', async () => {
  const [series] = (
    await page.call(
      '/allmedia/byshow/The%20Lord%20of%20the%20Rings?selectedStreamtypes=series&additionalFields=connectedmedia',
    )
  ).result;
  expect(series.connectedmedia.items.map((item: any) => item.title)).toEqual([
    'The Lord of the Rings: The Fellowship of the Ring',
    'The Lord of the Rings: The Two Towers',
    'The Lord of the Rings: The Return of the King',
  ]);
  const [playlist] = (
    await page.call(
      '/allmedia/byperson/Tim%20Burton?selectedStreamtypes=playlist&additionalFields=connectedmedia',
    )
  ).result;
  expect(playlist.general.title).toBe('Films by Tim Burton');
  expect(playlist.connectedmedia.items).toHaveLength(6);
});
