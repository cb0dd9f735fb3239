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

const titles = (query: string, more = ''): Promise<string[]> =>
  page.titles(
    `/allmedia/byquery/${encodeURIComponent(query)}?limit=100&selectedStreamtypes=video${more}`,
  );

test('a classic query finds items with all words, as whole words in any case', async () => {
  expect(await titles('dark knight', '&queryFields=title')).toEqual(['The Dark Knight']);
  expect(await titles('KNIGHT dark', '&queryFields=title')).toEqual(['The Dark Knight']);
  expect(await titles('matri')).toEqual([]);
});

test('`or` finds more: items with any of the words', async () => {
  const either = await titles('dark knight', '&queryFields=title&queryMode=classicwithor');
  expect(either).toEqual(expect.arrayContaining(['The Dark Knight', 'Knight and Day']));
  expect(either.every((title) => /\b(dark|knight)\b/i.test(title))).toBe(true);
});

test('parts of words are found on request', async () => {
  const found = await titles('atri', '&includeSubstringMatches=1&queryFields=title');
  expect(found).toEqual(expect.arrayContaining(['The Matrix', 'The Matrix Reloaded']));
  expect(found.every((title) => title.toLowerCase().includes('atri'))).toBe(true);
  expect(await titles('atri reload', '&includeSubstringMatches=1&queryFields=title')).toEqual([
    'The Matrix Reloaded',
  ]);
  expect(
    (
      await titles(
        'atri reload',
        '&includeSubstringMatches=1&queryFields=title&queryMode=classicwithor',
      )
    ).length,
  ).toBeGreaterThan(2);
  expect(await titles('%', '&includeSubstringMatches=1&queryFields=title')).toEqual([]);
  expect(await titles('_', '&includeSubstringMatches=1&queryFields=title')).toEqual([]);
});

test('fields limit the search', async () => {
  expect((await titles('Nolan')).length).toBeGreaterThan(4);
  expect((await titles('Nolan', '&queryFields=persons')).length).toBeGreaterThan(4);
  expect(await titles('Nolan', '&queryFields=title,genre')).toEqual([]);
  expect((await titles('Warner', '&queryFields=studio')).length).toBeGreaterThan(50);
  for (const field of [
    'title',
    'subtitle',
    'description',
    'genre',
    'slug',
    'refnr',
    'persons',
    'tags',
    'shows',
    'places',
    'products',
    'studio',
  ]) {
    expect((await page.call(`/allmedia/byquery/x?queryFields=${field}`)).status, field).toBe(200);
  }
  const unknown = await page.call('/allmedia/byquery/x?queryFields=title,wisdom');
  expect(unknown).toMatchObject({
    status: 400,
    metadata: { errorhint: expect.stringContaining('queryFields') },
  });
});

test('full text ranks by relevance, ignores the given order, and finds stems', async () => {
  const { result } = await page.call(
    '/allmedia/byquery/dark%20knights?queryMode=fulltext&limit=20&selectedStreamtypes=video&orderBy=title',
  );
  expect(result[0].general.title).toBe('The Dark Knight');
  const scores = result.map((item: any) => item.general.queryscore);
  expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
  expect(scores[0]).toBeGreaterThan(scores.at(-1));
  expect(Math.max(...scores)).toBeLessThanOrEqual(100);
});

test('a minimal score drops less relevant items', async () => {
  const all = await page.call('/allmedia/byquery/dark%20knight?queryMode=fulltext&limit=100');
  const least = all.result[2].general.queryscore;
  const best = await page.call(
    `/allmedia/byquery/dark%20knight?queryMode=fulltext&limit=100&minimalQueryScore=${least}`,
  );
  expect(best.paging.resultcount).toBeGreaterThan(0);
  expect(best.paging.resultcount).toBeLessThan(all.paging.resultcount);
  expect(best.result.every((item: any) => item.general.queryscore >= least)).toBe(true);
});

test('classic results follow the given order', async () => {
  const found = await titles('lord rings', '&queryFields=title&orderBy=released&orderDir=DESC');
  expect(found.map((title) => title.split(': ')[1])).toEqual([
    'The Return of the King',
    'The Two Towers',
    'The Fellowship of the Ring',
  ]);
});

test('no query breaks the search', async () => {
  for (const query of [
    "'",
    '"',
    "it's",
    'a & b | !c',
    ':*',
    '\\',
    '<->',
    '((',
    'ünïcödé 映画',
    '100%25',
    '%2F',
    '?',
    '#',
    'a/b',
    '   ',
    '-',
    "'; drop table items; --",
    '€'.repeat(300),
  ]) {
    for (const mode of ['classicwithand', 'classicwithor', 'fulltext']) {
      const { status, text } = await page.call(
        `/allmedia/byquery/${encodeURIComponent(query)}?queryMode=${mode}&includeSubstringMatches=1`,
      );
      expect(status, `${mode} ${query}: ${text.slice(0, 200)}`).toBe(200);
    }
  }
  expect((await page.call('/allmedia/latest')).status).toBe(200);
});

test('a slash in a query stays one segment', async () => {
  expect(await titles('Face/Off', '&queryFields=title')).toEqual(['Face/Off']);
});

test('a full-text query of stop words alone finds items with these words, titles first', async () => {
  for (const query of ['The', 'the', 'it', 'you and me']) {
    const { result, paging } = await page.call(
      `/allmedia/byquery/${encodeURIComponent(query)}?queryMode=fulltext&limit=50&selectedStreamtypes=video`,
    );
    const words = query.toLowerCase().split(' ');
    const hasWord = (text: string): boolean =>
      words.some((word) => new RegExp(`\\b${word}\\b`, 'i').test(text));
    expect(paging.resultcount, query).toBeGreaterThan(0);
    expect(hasWord(result[0].general.title), `${query}: ${result[0].general.title}`).toBe(true);
    expect(
      result.every(({ general }: any) =>
        hasWord(`${general.title} ${general.subtitle} ${general.description}`),
      ),
      query,
    ).toBe(true);
    const scores: number[] = result.map(({ general }: any) => general.queryscore);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  }
});

test('a full-text query of stop words alone respects fields and minimal score', async () => {
  const inTitles = await page.call(
    '/allmedia/byquery/The?queryMode=fulltext&limit=100&queryFields=title&selectedStreamtypes=video',
  );
  expect(inTitles.paging.resultcount).toBeGreaterThan(100);
  expect(inTitles.result.every(({ general }: any) => /\bthe\b/i.test(general.title))).toBe(true);
  const all = await page.call('/allmedia/byquery/The?queryMode=fulltext&limit=1');
  const best = await page.call(
    `/allmedia/byquery/The?queryMode=fulltext&limit=100&minimalQueryScore=${all.result[0].general.queryscore}`,
  );
  expect(best.paging.resultcount).toBeGreaterThan(0);
  expect(best.paging.resultcount).toBeLessThan(all.paging.resultcount);
  expect(await titles('?', '&queryMode=fulltext')).toEqual([]);
});

test('a stop word beside other words changes neither the results of a full-text query nor their order', async () => {
  const ask = async (query: string): Promise<unknown[]> =>
    (
      await page.call(`/allmedia/byquery/${encodeURIComponent(query)}?queryMode=fulltext&limit=100`)
    ).result.map(({ general }: any) => [general.GID, general.queryscore]);
  expect((await ask('matrix')).length).toBeGreaterThan(2);
  expect(await ask('The Matrix')).toEqual(await ask('matrix'));
});

test('a search for parts of words takes so many words at most, and names the field', async () => {
  const search = (words: number, more = '') =>
    page.call(
      `/allmedia/byquery/${encodeURIComponent(Array.from({ length: words }, (_, index) => `w${index}`).join(' '))}?includeSubstringMatches=1${more}`,
    );
  for (const more of ['', '&queryMode=classicwithor', '&queryFields=title']) {
    expect((await search(32, more)).status, more).toBe(200);
    expect(await search(33, more), more).toMatchObject({
      status: 400,
      metadata: {
        errorhint: 'query must be of at most 32 words, where parts of words are searched',
      },
    });
  }
});
