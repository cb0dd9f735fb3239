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

/** 854 films minus one of another domain, 40 audio items, 30 series, 67 playlists. */
const everything = 990;

const list = async (path: string): Promise<any[]> => {
  const { status, result, text } = await page.call(`/allmedia/${path}`);
  expect(status, text.slice(0, 300)).toBe(200);
  return result;
};
const total = async (path: string): Promise<number> =>
  (await page.call(`/allmedia/${path}`)).paging.resultcount;
const sorted = (numbers: number[]): number[] => numbers.toSorted((a, b) => b - a);

test('an item has the parts and fields of the interface', async () => {
  const [item] = await list('all?orderBy=ID&selectedStreamtypes=video&limit=1');
  expect(Object.keys(item)).toEqual(['general', 'imagedata']);
  expect(item.general).toMatchObject({
    ID: 1369001,
    GID: 5000001,
    title: 'Broken Arrow',
    subtitle: 'Action by John Woo, 1996',
    slug: 'broken-arrow',
    refnr: 'VI-1369001',
    genre: 'Action',
    runtime: '01:48:00',
    isPay: 0,
    isPicked: 0,
    forKids: 0,
    isUGC: 0,
    streamtype: 'video',
    uploaded: expect.any(Number),
    created: expect.any(Number),
    hash: expect.any(String),
  });
  expect(item.imagedata.thumb).toBe(`${platform.url}/poster/5000001.svg`);
});

test('additional parts are added on request, one by one or all', async () => {
  const parts = ['streamdata', 'statusdata', 'connectedmedia', 'publishingdata'];
  for (const part of parts) {
    expect(Object.keys((await list(`latest?limit=1&additionalFields=${part}`))[0])).toEqual([
      'general',
      'imagedata',
      part,
    ]);
  }
  expect(Object.keys((await list('latest?limit=1&additionalFields=all'))[0])).toEqual([
    'general',
    'imagedata',
    ...parts,
  ]);
  const [item] = await list(
    'byquery/Inception?queryFields=title&selectedStreamtypes=video&limit=1&additionalFields=connectedmedia,publishingdata',
  );
  expect(item.connectedmedia.persons).toEqual([
    { ID: expect.any(Number), title: 'Christopher Nolan', role: 'director' },
  ]);
  expect(item.connectedmedia.tags.map((tag: any) => tag.title).sort()).toEqual([
    'Original Screenplay',
    'Science Fiction',
    'Thriller/Suspense',
  ]);
  expect(item.connectedmedia.studio.title).toBe('Warner Bros.');
  expect(item.publishingdata).toMatchObject({ released: '2010-07-16', rating: 9.1, votes: 188247 });
});

test('pages have no gap or repeat, and give the total', async () => {
  const whole = (await list('all?limit=50&orderBy=title')).map((item) => item.general.GID);
  const pages = [
    ...(await list('all?limit=20&orderBy=title')),
    ...(await list('all?limit=20&start=20&orderBy=title')),
    ...(await list('all?limit=10&start=40&orderBy=title')),
  ];
  expect(pages.map((item) => item.general.GID)).toEqual(whole);
  const { paging } = await page.call('/allmedia/all?start=3&limit=7');
  expect(paging).toEqual({ start: 3, limit: 7, resultcount: everything });
  expect((await page.call('/allmedia/all')).paging).toMatchObject({ start: 0, limit: 20 });
  const beyond = await page.call('/allmedia/all?start=100000');
  expect(beyond.result).toEqual([]);
  expect(beyond.paging.resultcount).toBe(everything);
});

test('global IDs are unique over streamtypes', async () => {
  const gids: string[] = [];
  for (let start = 0; start < everything; start += 100) {
    gids.push(
      ...(await list(`all?limit=100&start=${start}`)).map((item) => String(item.general.GID)),
    );
  }
  expect(gids).toHaveLength(everything);
  expect(new Set(gids).size).toBe(everything);
});

test('latest is by creation and ignores the order asked for', async () => {
  const items = await list('latest?limit=50');
  const created = items.map((item) => item.general.created);
  expect(created).toEqual(sorted(created));
  const otherwise = await list('latest?limit=50&orderBy=title&orderDir=ASC');
  expect(otherwise.map((item) => item.general.GID)).toEqual(items.map((item) => item.general.GID));
});

test('all accepts every order in both directions', async () => {
  const titles = (await list('all?orderBy=title&limit=30')).map((item) =>
    item.general.title.toLowerCase(),
  );
  expect(titles).toEqual(titles.toSorted((a, b) => (a < b ? -1 : 1)));
  const backwards = (
    await list('all?orderBy=rating&orderDir=DESC&limit=30&additionalFields=publishingdata')
  ).map((item) => item.publishingdata.rating);
  expect(backwards).toEqual(sorted(backwards));
  for (const by of [
    'ID',
    'GID',
    'subtitle',
    'streamtype',
    'genre',
    'created',
    'uploaded',
    'modified',
    'published',
    'released',
    'runtime',
    'duration',
    'votes',
    'age',
  ]) {
    await list(`all?orderBy=${by}&limit=2`);
  }
});

test('picked, evergreens, for kids and with awards contain only matching items', async () => {
  expect((await list('picked?limit=100')).every((item) => item.general.isPicked === 1)).toBe(true);
  expect((await list('evergreens?limit=100')).every((item) => item.general.isEvergreen === 1)).toBe(
    true,
  );
  expect((await list('forkids?limit=100')).every((item) => item.general.forKids === 1)).toBe(true);
  const awarded = await list('withawards?limit=100&additionalFields=publishingdata');
  expect(
    awarded.every(({ publishingdata: { rating, votes } }) => rating >= 8.5 || votes >= 300_000),
  ).toBe(true);
  for (const path of ['picked', 'evergreens', 'forkids', 'withawards']) {
    expect(await total(path), path).toBeGreaterThan(5);
  }
  const ratings = (
    await list('picked?limit=100&orderBy=title&additionalFields=publishingdata')
  ).map((item) => item.publishingdata.rating);
  expect(ratings).toEqual(sorted(ratings));
});

test('random is another list each time', async () => {
  const draws = new Set<string>();
  for (let n = 0; n < 5; n++) {
    draws.add((await list('random?limit=5')).map((item) => item.general.GID).join());
  }
  expect(draws.size).toBeGreaterThan(3);
});

test('most active ranks by views, and counts only those of the time frame', async () => {
  let before = 0;
  for (const days of [1, 5, 10, 30]) {
    const items = await list(`mostactive?limit=100&timeframe=${days}&orderBy=title`);
    const views = items.map((item) => item.general.views);
    expect(views).toEqual(sorted(views));
    expect(Math.min(...views)).toBeGreaterThan(0);
    const reached = await total(`mostactive?timeframe=${days}`);
    expect(reached).toBeGreaterThan(before);
    before = reached;
  }
  const [own, external] = [await list('mostactive'), await list('mostactiveexternal')];
  expect(external.map((item) => item.general.views)).not.toEqual(
    own.map((item) => item.general.views),
  );
});

test('each filter returns only matching items', async () => {
  expect(
    new Set(
      (await list('all?selectedStreamtypes=audio,series&limit=100')).map(
        (item) => item.general.streamtype,
      ),
    ),
  ).toEqual(new Set(['audio', 'series']));
  expect(await total('all?selectedStreamtypes=magazine')).toBe(0);
  expect((await list('all?onlyFree=1&limit=100')).every((item) => item.general.isPay === 0)).toBe(
    true,
  );
  expect((await list('all?onlyPay=1&limit=100')).every((item) => item.general.isPay === 1)).toBe(
    true,
  );
  expect((await total('all?onlyFree=1')) + (await total('all?onlyPay=1'))).toBe(everything);
  for (const genre of ['Thriller/Suspense', 'thriller-suspense', 'THRILLER/suspense']) {
    expect(await total(`all?genre=${encodeURIComponent(genre)}&selectedStreamtypes=video`)).toBe(
      81,
    );
  }
  expect(
    (await list('all?minDuration=10800&limit=100')).every(
      (item) => item.general.runtime >= '03:00:00',
    ),
  ).toBe(true);
  expect(
    (await list('all?maxDuration=12&limit=100')).every(
      (item) => item.general.streamtype === 'audio',
    ),
  ).toBe(true);
  expect(
    (await list('all?minAge=13&maxAge=13&limit=100')).every(
      (item) => item.general.ageRestriction === 13,
    ),
  ).toBe(true);
  expect((await list('all?channel=2&limit=100')).every((item) => item.general.forKids === 1)).toBe(
    true,
  );
  expect(
    (await list('all?format=6&limit=100')).every((item) => item.general.streamtype === 'playlist'),
  ).toBe(true);
  expect(await total('all?channel=99999999999999999999')).toBe(0);
});

test('a creation time splits the list in two', async () => {
  const [{ general }] = await list('latest?start=100&limit=1');
  const newer = await list(`all?createdAfter=${general.created}&limit=100`);
  expect(newer.length).toBeGreaterThan(90);
  expect(newer.every((item) => item.general.created > general.created)).toBe(true);
  for (const field of ['modifiedAfter', 'publishedAfter']) {
    const count = await total(`all?${field}=${general.created}`);
    expect(count).toBeGreaterThan(90);
    expect(count).toBeLessThan(everything);
  }
});

test('excluded items are left out, IDs beyond 2^53 too', async () => {
  const tests = await openPage(platform.url, 9051);
  for (const one of [page, tests]) {
    const byId = async (more = ''): Promise<any[]> =>
      (
        await one.call(
          `/allmedia/all?selectedStreamtypes=audio&orderBy=ID&orderDir=DESC&limit=2${more}`,
        )
      ).result;
    const all = (await one.call('/allmedia/all?limit=1')).paging.resultcount;
    const [first, second] = await byId();
    expect(String(first.general.ID).length).toBe(one === tests ? 19 : 4);
    expect((await byId(`&excludeItems=${first.general.ID}`))[0].general.ID).toBe(second.general.ID);
    const { paging } = await one.call(
      `/allmedia/all?excludeItems=${first.general.GID},${second.general.GID}`,
    );
    expect(paging.resultcount).toBe(all - 2);
  }
});

test('an item hidden from the domain is neither listed nor found', async () => {
  const other = await openPage(platform.url, 743);
  const [item] = (await other.call('/allmedia/byquery/Love%20Ranch?selectedStreamtypes=video'))
    .result;
  expect(item.general.title).toBe('Love Ranch');
  expect(await total('byquery/Love%20Ranch?selectedStreamtypes=video&queryFields=title')).toBe(0);
  const hidden = await page.call(`/allmedia/byglobalid/${item.general.GID}`);
  expect(hidden).toMatchObject({ status: 404, result: {} });
  expect(hidden.metadata.errorhint).toContain(String(item.general.GID));
  for (const gid of ['1', '99999999999999999999']) {
    expect((await page.call(`/allmedia/byglobalid/${gid}`)).status).toBe(404);
  }
});

test('the caller’s reference is returned', async () => {
  expect(
    (await page.call('/allmedia/latest?cfo=row%201&noc=1&forceLanguage=de&limit=1')).metadata,
  ).toMatchObject({
    calledfor: 'row 1',
    calledwith: '/allmedia/latest',
    verb: 'GET',
    fordomain: 741,
    fromstage: 0,
    fromcache: 0,
    apiversion: '3.1',
    status: 200,
  });
});
