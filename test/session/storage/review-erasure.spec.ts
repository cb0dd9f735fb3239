import { expect, test } from '@playwright/test';
import type { StorageScope } from '../../../src/browser/storage.ts';
import { reviewErasure } from '../../../src/session/storage/review-erasure.ts';
import type { SessionRecord } from '../../../src/session/storage/saved-session.ts';
import { createHeldStores, key, type HeldStores } from '../../fixtures/session/held-stores.ts';

const dayMs = 86_400_000;
const deviceHash = '3:1795262400:772742';

/** Looks after the erasure, and lets it end. */
async function review({ clock, context }: HeldStores): Promise<void> {
  const reviewing = reviewErasure(context);
  await clock.advance(0);
  await reviewing;
}

/** An erasure of some days ago, in the clock of these stores. */
const erasureOf = (
  { clock }: HeldStores,
  days: number,
  more: Partial<SessionRecord> = {},
): SessionRecord => ({
  deviceHash: '',
  epoch: 7,
  epochStartedAt: clock.now() - days * dayMs,
  revision: 0,
  erasedEpoch: 7,
  erasures: ['last'],
  ...more,
});

test('an erasure is removed from localStorage after 30 days', async () => {
  for (const [days, isThere] of [
    [29.9, true],
    [30, false],
    [-30, false], // a clock that was ahead
    [-1, true],
  ] as const) {
    const stores = createHeldStores();
    stores.store('device', erasureOf(stores, days));
    await review(stores);
    expect(stores.stored() !== undefined, `${days} days`).toBe(isThere);
  }
});

test('an erasure that leaves localStorage stays in IndexedDB for 30 more days', async () => {
  const stores = createHeldStores();
  const erasure = erasureOf(stores, 31);
  stores.store('device', erasure);
  stores.records.set(key, erasure);
  await review(stores);
  expect(stores.stored()).toBe(undefined);
  expect(stores.records.get(key)).toEqual({ ...erasure, epochStartedAt: stores.clock.now() });
});

test('a session that another tab stores while an erasure leaves localStorage stays', async () => {
  const stores = createHeldStores();
  stores.store('device', erasureOf(stores, 31));
  const session = erasureOf(stores, 0, { deviceHash });
  const { sessions } = stores.context.browser;
  Object.assign(stores.context.browser, {
    sessions: (...use: Parameters<typeof sessions>) => {
      stores.store('device', session);
      return sessions(...use);
    },
  });
  await review(stores);
  expect(stores.stored()).toEqual(session);
});

test('an erasure stays in localStorage as long as IndexedDB cannot be written', async () => {
  const stores = createHeldStores();
  const erasure = erasureOf(stores, 31);
  stores.store('device', erasure);
  stores.troubles.push(new Error('full'));
  const failure = reviewErasure(stores.context).catch((error: Error) => error.message);
  await stores.clock.advance(0);
  expect(await failure).toBe('full');
  expect(stores.stored()).toEqual(erasure);
});

test('an erasure that is not complete stays, whatever its age', async () => {
  const stores = createHeldStores();
  stores.store('device', erasureOf(stores, 40));
  stores.texts.device.set(`${key}|erasing`, 'last 1');
  await review(stores);
  expect(stores.stored()).toBeTruthy();
});

test('a session that is older than 30 days stays', async () => {
  const stores = createHeldStores();
  const record = erasureOf(stores, 40, { deviceHash });
  stores.store('device', record);
  await review(stores);
  expect(stores.stored()).toEqual(record);
});

test('an erasure is removed from IndexedDB after 30 days, when localStorage has none', async () => {
  for (const [days, more, isThere] of [
    [30, {}, false],
    [29, {}, true],
    [40, { deviceHash }, true],
  ] as const) {
    const stores = createHeldStores();
    stores.records.set(key, erasureOf(stores, days, more));
    await review(stores);
    expect(stores.records.get(key) !== undefined, `${days} days`).toBe(isThere);
  }
});

test('a session that another tab stores while its erasure is removed stays', async () => {
  const stores = createHeldStores();
  stores.records.set(key, erasureOf(stores, 40));
  const session = erasureOf(stores, 0, { deviceHash });
  const { sessions } = stores.context.browser;
  Object.assign(stores.context.browser, {
    sessions: async (...use: Parameters<typeof sessions>) => {
      const result = await sessions(...use);
      if (use[0] === 'readonly') stores.records.set(key, session);
      return result;
    },
  });
  await review(stores);
  expect(stores.records.get(key)).toBe(session);
});

for (const persistence of ['tab', 'none'] as const satisfies StorageScope[]) {
  test(`an erasure that a killed browser lost in localStorage is written there again, under "${persistence}"`, async () => {
    const stores = createHeldStores(persistence);
    const before = erasureOf(stores, 1, { erasures: ['before'], deviceHash });
    const last = erasureOf(stores, 0, { erasures: ['last', 'before'] });
    stores.store('device', before);
    stores.records.set(key, last);
    await review(stores);
    expect(stores.stored()).toEqual(last);
  });

  test(`a full localStorage keeps nothing of what was erased, under "${persistence}"`, async () => {
    const stores = createHeldStores(persistence);
    stores.store('device', erasureOf(stores, 1, { erasures: ['before'], deviceHash }));
    stores.records.set(key, erasureOf(stores, 0));
    stores.full.add('device');
    await review(stores);
    expect(stores.stored()).toBe(undefined);
  });
}

test('a page that keeps its session on the device finds a lost erasure by itself', async () => {
  const stores = createHeldStores('device');
  const before = erasureOf(stores, 40, { erasures: ['before'] });
  stores.store('device', before);
  stores.records.set(key, erasureOf(stores, 0));
  await review(stores);
  expect(stores.stored()).toEqual(before);
});

test('a page under "tab" keeps what is in its tab', async () => {
  const stores = createHeldStores('tab');
  const left = erasureOf(stores, 1, { erasures: [], deviceHash });
  stores.store('device', erasureOf(stores, 0));
  stores.store('tab', left);
  await review(stores);
  expect(stores.stored('tab')).toEqual(left);
});

test('a session that began after the erasure in IndexedDB stays, under any persistence', async () => {
  for (const persistence of ['device', 'tab', 'none'] as const) {
    const stores = createHeldStores(persistence);
    const later = erasureOf(stores, 0, { deviceHash, erasures: ['last'] });
    stores.store('device', later);
    stores.records.set(key, erasureOf(stores, 1));
    await review(stores);
    expect(stores.stored(), persistence).toEqual(later);
  }
});

const session = {
  id: '88',
  domain: '741',
  deviceHash,
  fingerprint: '',
  keptAliveAt: 1000,
  user: null,
  geo: {},
  data: {},
};

for (const [words, record, isThere, isLoggedOut] of [
  ['a session', { erasures: [], session }, false, true],
  ['a record without a session', { erasures: [] }, false, false],
  ['a session after the erasure', { erasures: ['last'], session }, true, false],
] as const) {
  test(`in the tab of a page under "device", ${words} ${isThere ? 'stays' : 'is erased'}`, async () => {
    const stores = createHeldStores('device');
    stores.store('device', erasureOf(stores, 0));
    stores.store('tab', erasureOf(stores, 1, { deviceHash, ...record }));
    const sent: string[] = [];
    const fetch = async (url: string): Promise<Response> => {
      sent.push(url);
      return new Response('{}');
    };
    let reports = 0;
    Object.assign(stores.context.browser, { fetch });
    Object.assign(stores.context.settings, { baseUrl: 'https://platform.test' });
    Object.assign(stores.context, {
      dialect: {},
      disposal: new AbortController().signal,
      emit() {},
      unreported: [],
      loggingOut: new Set(),
      startBackground: async () => void reports++,
    });
    await review(stores);
    expect(stores.stored('tab') !== undefined).toBe(isThere);
    expect(sent).toEqual(isLoggedOut ? ['https://platform.test/session/logout'] : []);
    expect(reports, 'nothing is left to be logged out').toBe(0);
  });
}

/** A page whose localStorage has nothing, while IndexedDB has an erasure of an hour ago. */
function afterLoss(
  persistence: StorageScope,
  own: Partial<SessionRecord> | undefined,
  place: 'page' | 'tab' = 'page',
): { readonly stores: HeldStores; readonly erasure: SessionRecord; readonly synced: () => number } {
  const stores = createHeldStores(persistence);
  const erasure = erasureOf(stores, 1 / 24, { erasures: ['last', 'before'] });
  stores.records.set(key, erasure);
  const record = own && erasureOf(stores, 1, { deviceHash, erasures: ['before'], ...own });
  let synced = 0;
  Object.assign(stores.context, { background: { sync: () => synced++ } });
  if (record && place === 'page') Object.assign(stores.context, { record });
  else if (record) stores.store('tab', record);
  return { stores, erasure, synced: () => synced };
}

for (const persistence of ['tab', 'none'] as const satisfies StorageScope[]) {
  test(`an erasure reaches a page whose localStorage has lost all, under "${persistence}"`, async () => {
    const { stores, erasure, synced } = afterLoss(persistence, {});
    await review(stores);
    expect(stores.stored()).toEqual(erasure);
    expect(synced(), 'the page ends its session').toBe(1);
  });
}

test('an erasure reaches a tab whose page has not opened a session yet', async () => {
  const { stores, erasure, synced } = afterLoss('tab', {}, 'tab');
  await review(stores);
  expect([stores.stored(), synced()]).toEqual([erasure, 1]);
});

test('the record of the page counts more than what an earlier page left in the tab', async () => {
  const { stores } = afterLoss('none', { erasures: ['last', 'before'] });
  stores.store('tab', erasureOf(stores, 1, { deviceHash, erasures: ['before'] }));
  await review(stores);
  expect(stores.stored()).toBe(undefined);
  expect(stores.stored('tab'), 'it is erased').toBe(undefined);
});

test('a lost erasure is written again before the code for other tabs is loaded', async () => {
  const { stores, erasure } = afterLoss('tab', {});
  Object.assign(stores.context, { background: undefined });
  await review(stores);
  expect(stores.stored()).toEqual(erasure);
});

test('a lost erasure is not written again where it changes nothing', async () => {
  const hour = 1 / 24;
  for (const [words, persistence, own, days = 1] of [
    ['the lease does that under "device"', 'device', {}],
    ['the page has no record', 'tab', undefined],
    ['the page knows the erasure', 'tab', { erasures: ['last', 'before'] }],
    ['the session began at that moment', 'tab', {}, hour],
    ['the session began later', 'none', {}, hour / 2],
  ] as const) {
    const { stores, synced } = afterLoss(persistence, own);
    const epochStartedAt = stores.clock.now() - days * dayMs;
    if (own) Object.assign(stores.context.record!, { epochStartedAt });
    await review(stores);
    expect([stores.stored(), synced()], words).toEqual([undefined, 0]);
  }
});

test('a page whose IndexedDB has nothing keeps its record', async () => {
  const { stores, synced } = afterLoss('tab', {});
  stores.records.clear();
  await review(stores);
  expect([stores.stored(), synced()]).toEqual([undefined, 0]);
});
