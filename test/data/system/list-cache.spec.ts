import { expect, test } from '@playwright/test';
import { createListCache } from '../../../src/data/system/list-cache.ts';
import { createHeldStores, key } from '../../fixtures/session/held-stores.ts';

const languages = [{ code: 'de', title: 'German' }];

test('a list is kept for later pages', async () => {
  const { context, records, clock } = createHeldStores();
  Object.assign(context, { $session: { get: () => ({ language: 'de' }) } });
  createListCache(context, () => true).beginKeeping()('languagecodes', languages);
  await clock.advance(10);
  expect(records.get(`${key}|system`)).toMatchObject({
    language: 'de',
    lists: { languagecodes: { result: languages } },
  });
});

test('a list is not kept when consent is withdrawn while the database is busy', async () => {
  const { context, records, clock } = createHeldStores();
  Object.assign(context, { $session: { get: () => ({ language: 'de' }) } });
  let isKept = true;
  createListCache(context, () => isKept).beginKeeping()('languagecodes', languages);
  isKept = false;
  await clock.advance(10);
  expect(records.get(`${key}|system`)).toBe(undefined);
});
