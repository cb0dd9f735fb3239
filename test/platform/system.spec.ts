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

const list = async (path: string): Promise<any[]> => {
  const { status, result, text } = await page.call(`/system/${path}`);
  expect(status, text).toBe(200);
  return result;
};

test('every list has codes with titles, each code once', async () => {
  for (const path of [
    'videogenres',
    'audiogenres',
    'languagecodes',
    'countrycodes',
    'persontypes',
    'videocontenttypes',
    'imagecontenttypes',
    'videoplatformcategories',
    'socialplatformcategories',
    'streamingdevicecategories',
    'ttsvoices',
  ]) {
    const entries = await list(path);
    expect(entries.length, path).toBeGreaterThan(1);
    for (const entry of entries) {
      expect(entry, path).toMatchObject({
        code: expect.stringMatching(/./),
        title: expect.stringMatching(/./),
      });
    }
    expect(new Set(entries.map((entry) => entry.code)).size, path).toBe(entries.length);
  }
});

test('languages and countries are complete, and named in the language of the session', async () => {
  const [languages, countries] = [await list('languagecodes'), await list('countrycodes')];
  expect(languages).toHaveLength(183);
  expect(countries).toHaveLength(249);
  expect(languages).toContainEqual({ code: 'de', title: 'German' });
  expect(countries).toContainEqual({ code: 'DE', title: 'Germany' });
  expect([...languages, ...countries].filter(({ code, title }) => code === title)).toEqual([]);
  const german = await openPage(platform.url, 741, { explicitLanguage: 'de' });
  expect((await german.call('/system/countrycodes')).result).toContainEqual({
    code: 'DE',
    title: 'Deutschland',
  });
});

test('genres are those of the catalogue, and select its items', async () => {
  const genres = await list('videogenres');
  expect(genres).toContainEqual({ code: 'romantic-comedy', title: 'Romantic Comedy' });
  expect(genres).toHaveLength(12);
  for (const { code } of genres) {
    expect(
      (await page.call(`/allmedia/all?genre=${code}&limit=1`)).paging.resultcount,
      code,
    ).toBeGreaterThan(0);
  }
});

test('categories and voices have IDs, and the argument selects a group', async () => {
  for (const [path, argument] of [
    ['videoplatformcategories', 'life'],
    ['socialplatformcategories', 'work'],
    ['streamingdevicecategories', 'tv'],
    ['ttsvoices', 'de'],
  ] as const) {
    const [all, some] = [await list(path), await list(`${path}/${argument}`)];
    expect(new Set(all.map((entry) => entry.ID)).size, path).toBe(all.length);
    expect(some.length).toBeGreaterThan(0);
    expect(some.length).toBeLessThan(all.length);
    expect(all).toEqual(expect.arrayContaining(some));
    expect((await page.call(`/system/${path}/nonsense`)).metadata).toMatchObject({
      status: 404,
      errorhint: expect.stringContaining('argument'),
    });
  }
});

test('editable attributes and restrictions are objects by name', async () => {
  const attributes = (await page.call('/system/editableattributesfor/video')).result;
  expect(attributes.title).toEqual({
    type: 'string',
    maxlength: 255,
    format: '',
    hint: 'The title',
    allowedInUGC: 1,
  });
  expect(Object.keys(attributes)).toContain('studio');
  expect(
    Object.keys((await page.call('/system/editableattributesfor/audio')).result),
  ).not.toContain('studio');
  expect(Object.keys((await page.call('/system/editablerestrictionsfor/video')).result)).toEqual(
    expect.arrayContaining(['age', 'countries', 'price']),
  );
  expect(
    Object.keys((await page.call('/system/editablerestrictionsfor/person')).result),
  ).not.toContain('price');
  for (const path of ['editableattributesfor', 'editablerestrictionsfor']) {
    for (const unknown of ['nonsense', '__proto__', 'constructor']) {
      expect((await page.call(`/system/${path}/${unknown}`)).status).toBe(404);
    }
    expect((await page.call(`/system/${path}`)).metadata).toMatchObject({
      status: 400,
      errorhint: expect.stringContaining('streamtype'),
    });
  }
});

test('only ongoing incidents are current', async () => {
  expect(await list('currentincidents')).toEqual([]);
  const incident = {
    title: 'Payments are slow',
    description: 'A provider answers late.',
    severity: 'minor',
    affects: ['payment'],
  } as const;
  const id = await platform.addIncident({ ...incident, started: new Date(Date.now() - 60_000) });
  await platform.addIncident({
    ...incident,
    started: new Date(Date.now() - 60_000),
    ended: new Date(Date.now() - 1000),
  });
  await platform.addIncident({ ...incident, started: new Date(Date.now() + 60_000) });
  expect(await list('currentincidents')).toEqual([
    { ID: Number(id), ...incident, started: expect.any(Number) },
  ]);
});
