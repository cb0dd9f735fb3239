import { expect, test } from '@playwright/test';
import { noEntitlements } from '../../demo/platform/payment/entitlements.ts';
import {
  judgeItem,
  offersFor,
  type ItemRules,
  type Viewer,
} from '../../demo/platform/payment/item-state.ts';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { openPage, type Page } from '../fixtures/platform/client.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

const now = new Date('2026-11-21T12:00:00Z');
const [past, future] = [new Date('2026-01-01'), new Date('2027-01-01')];
const item: ItemRules = {
  gid: '7',
  pay: true,
  ppv_minor: 499,
  ownage_minor: 1299,
  premium_only: false,
  login_required: false,
  age: 0,
  available_from: null,
  available_until: null,
  countries: null,
  only_domains: null,
};
const viewer: Viewer = {
  domain: '741',
  country: 'DE',
  userId: '17',
  age: 30,
  entitlements: noEntitlements,
};
const entitled = (entitlements: Partial<Viewer['entitlements']>): Viewer => ({
  ...viewer,
  entitlements: { ...noEntitlements, ...entitlements },
});
const subscribed = (premium: boolean, external = false): Viewer =>
  entitled({ subscriptions: [{ premium, external, renews: false, until: future }] });

test('each rule gives its reason', () => {
  const cases: [string, Partial<ItemRules>, Viewer, boolean][] = [
    ['free', { pay: false }, viewer, true],
    ['login-required', { pay: false, login_required: true }, { ...viewer, userId: null }, false],
    ['free', { pay: false, login_required: true }, viewer, true],
    ['not-paid', {}, viewer, false],
    ['not-paid', {}, { ...viewer, userId: null }, false],
    ['paid', {}, entitled({ purchases: new Map([['7', { until: null }]]) }), true],
    ['not-paid', {}, entitled({ purchases: new Map([['8', { until: null }]]) }), false],
    ['voucher', {}, entitled({ vouchers: new Map([['7', { until: future }]]) }), true],
    ['voucher', {}, entitled({ vouchers: new Map([['every', { until: future }]]) }), true],
    ['subscription', {}, subscribed(false), true],
    ['external', {}, subscribed(false, true), true],
    ['not-paid', { premium_only: true }, subscribed(false), false],
    ['subscription', { premium_only: true }, subscribed(true), true],
    ['domain', { only_domains: ['743'] }, subscribed(true), false],
    ['schedule', { available_from: future }, subscribed(true), false],
    ['schedule', { available_until: past }, subscribed(true), false],
    ['geo', { countries: ['US'] }, subscribed(true), false],
    ['subscription', { countries: ['US', 'DE'] }, subscribed(true), true],
    ['age', { age: 18 }, { ...viewer, age: 17 }, false],
    ['age', { age: 18, pay: false }, { ...viewer, userId: null, age: null }, false],
    ['free', { age: 17, pay: false }, { ...viewer, userId: null, age: null }, true],
    ['age', { age: 17, pay: false }, { ...viewer, age: 12 }, false],
    ['free', { age: 18, pay: false }, viewer, true],
  ];
  for (const [reason, rules, who, canPlay] of cases) {
    expect(judgeItem({ ...item, ...rules }, who, now), JSON.stringify(rules)).toMatchObject({
      reason,
      canPlay,
    });
  }
});

test('a grant says when it ends', () => {
  expect(
    judgeItem(item, entitled({ purchases: new Map([['7', { until: future }]]) }), now).until,
  ).toEqual(future);
  expect(judgeItem(item, subscribed(true), now).until).toEqual(future);
  expect(judgeItem({ ...item, pay: false, available_until: future }, viewer, now).until).toEqual(
    future,
  );
});

test('of a purchase and vouchers the one that lasts longer counts', () => {
  const soon = new Date('2026-11-22');
  for (const [bought, byItem, byAll, reason, until] of [
    [soon, future, undefined, 'voucher', future],
    [future, soon, undefined, 'paid', future],
    [future, future, undefined, 'paid', future],
    [soon, null, undefined, 'voucher', null],
    [null, future, null, 'paid', null],
    [undefined, soon, future, 'voucher', future],
    [undefined, null, future, 'voucher', null],
  ] as const) {
    const rights = (entries: readonly (readonly [string, Date | null | undefined])[]) =>
      new Map(entries.flatMap(([gid, end]) => (end === undefined ? [] : [[gid, { until: end }]])));
    const viewerWithBoth = entitled({
      purchases: rights([['7', bought]]),
      vouchers: rights([
        ['7', byItem],
        ['every', byAll],
      ]),
    });
    expect(judgeItem(item, viewerWithBoth, now)).toEqual({ canPlay: true, reason, until });
  }
});

test('a grant ends with the time in which the item is available, whatever was paid', () => {
  const soon = new Date('2026-11-22');
  const leaving = { ...item, available_until: soon };
  for (const rights of [
    subscribed(true),
    entitled({ purchases: new Map([['7', { until: null }]]) }),
    entitled({ vouchers: new Map([['every', { until: future }]]) }),
  ]) {
    expect(judgeItem(leaving, rights, now)).toMatchObject({ canPlay: true, until: soon });
  }
  expect(judgeItem(leaving, viewer, now)).toMatchObject({ reason: 'not-paid', until: null });
});

test('the offers are those that would unlock the item', () => {
  expect(offersFor(item)[0]).toEqual({ operation: 'ppv', amount: 499, currency: 'EUR', hours: 48 });
  expect(offersFor(item)).toContainEqual({
    operation: 'subscription',
    amount: 799,
    currency: 'EUR',
    duration: 1,
    isPremium: 0,
  });
  const premium = offersFor({ ...item, premium_only: true }).filter(
    (offer) => offer['operation'] === 'subscription',
  );
  expect(premium.map((offer) => offer['isPremium'])).toEqual([1]);
});

test.describe('over HTTP', () => {
  let platform: RunningPlatform;
  test.beforeAll(async () => {
    platform = await startTestPlatform();
  });
  test.afterAll(() => platform.close());

  const open = async (
    domain: number,
    username?: string,
    password = '',
    form: Record<string, string> = {},
  ): Promise<Page> => {
    const page = await openPage(platform.url, domain, form);
    if (username) {
      await page.call('/session/login', { form: { provider: 'manual', username, password } });
    }
    return page;
  };
  const find = async (page: Page, title: string): Promise<any> =>
    (
      await page.call(
        `/allmedia/byquery/${encodeURIComponent(title)}?queryFields=title&selectedStreamtypes=video&additionalFields=streamdata`,
      )
    ).result.find((one: any) => one.general.title === title);
  const state = async (page: Page, id: unknown, more = ''): Promise<any> =>
    (
      await page.call(`/payment/itemstate?item=${String(id)}&streamtype=video${more}`, {
        method: 'POST',
      })
    ).result.general;

  test('an anonymous viewer gets no offer and no file of a paid item', async () => {
    const page = await open(741);
    const found = await find(page, 'Inception');
    expect(found.streamdata).toMatchObject({ canPlay: 0, reason: 'not-paid', url: '', files: [] });
    expect(await state(page, found.general.ID)).toEqual({
      item: found.general.ID,
      streamtype: 'video',
      isPay: 1,
      canPlay: 0,
      reason: 'not-paid',
      validUntil: 0,
      performed: 0,
      offers: expect.arrayContaining([
        { operation: 'ppv', amount: 499, currency: 'EUR', hours: 48 },
      ]),
    });
  });

  test('a free item is granted, with its file', async () => {
    const page = await open(741);
    const { streamdata } = await find(page, 'Broken Arrow');
    expect(streamdata).toMatchObject({
      canPlay: 1,
      reason: 'free',
      type: 'video/webm',
      url: `${platform.url}/media/clip.webm`,
      files: [
        { url: `${platform.url}/media/clip.webm`, type: 'video/webm', duration: 12 },
        { url: `${platform.url}/media/clip.m3u8`, type: 'application/vnd.apple.mpegurl' },
        { url: `${platform.url}/media/clip.mpd`, type: 'application/dash+xml', width: 640 },
      ],
    });
    expect((await fetch(streamdata.url)).status).toBe(200);
  });

  test('a stored purchase grants its item to its user only', async () => {
    const ada = await open(741, 'ada', 'lovelace');
    const owned = (
      await ada.call(
        '/allmedia/all?onlyPay=1&limit=1&orderBy=votes&orderDir=DESC&additionalFields=streamdata',
      )
    ).result[0];
    expect(owned.streamdata).toMatchObject({ canPlay: 1, reason: 'paid' });
    expect(await state(ada, owned.general.ID)).toMatchObject({
      canPlay: 1,
      reason: 'paid',
      offers: [],
    });
    expect(await state(await open(741), owned.general.ID)).toMatchObject({
      canPlay: 0,
      reason: 'not-paid',
    });
    expect(await state(await open(741, 'grace', 'hopper'), owned.general.ID)).toMatchObject({
      canPlay: 1,
      reason: 'subscription',
    });
  });

  test('a default subscription grants all but premium items', async () => {
    const grace = await open(741, 'grace', 'hopper');
    expect(await state(grace, (await find(grace, 'The Matrix')).general.ID)).toMatchObject({
      canPlay: 1,
      reason: 'subscription',
      validUntil: expect.any(Number),
    });
    expect(await state(grace, (await find(grace, 'Inception')).general.ID)).toMatchObject({
      canPlay: 0,
      reason: 'not-paid',
    });
  });

  test('performing registers the use of a subscription once, however often it is requested', async () => {
    const grace = await open(9030, 'grace', 'hopper');
    const { ID } = (await find(grace, 'The Matrix')).general;
    expect((await state(grace, ID)).performed).toBe(0);
    const answers = await Promise.all(
      [1, 2, 3].map(() => state(grace, ID, '&performTransactionIfPossible=1')),
    );
    expect(answers.filter((answer) => answer.performed === 1)).toHaveLength(1);
    expect(await state(grace, ID, '&performTransactionIfPossible=1')).toMatchObject({
      performed: 0,
      canPlay: 1,
      reason: 'subscription',
    });
    const ada = await open(9030, 'ada', 'lovelace');
    expect(
      await state(
        ada,
        (await find(ada, 'Inception')).general.ID,
        '&performTransactionIfPossible=1',
      ),
    ).toMatchObject({ performed: 0, canPlay: 0 });
  });

  test('restrictions of the catalogue give their reasons', async () => {
    const page = await open(741);
    expect(await state(page, (await find(page, 'Bend it Like Beckham')).general.ID)).toMatchObject({
      canPlay: 0,
      reason: 'geo',
      offers: [],
    });
    const briton = await open(741, undefined, '', { lat: '51.5', lng: '-0.1' });
    expect(
      await state(briton, (await find(briton, 'Bend it Like Beckham')).general.ID),
    ).toMatchObject({ canPlay: 1, reason: 'free' });
    expect(
      await state(page, (await find(page, 'Prince of Persia: Sands of Time')).general.ID),
    ).toMatchObject({ canPlay: 0, reason: 'schedule' });
    expect(await state(page, (await find(page, 'Disaster Movie')).general.ID)).toMatchObject({
      canPlay: 0,
      reason: 'schedule',
    });
    expect(
      await state(page, (await find(page, 'The Original Kings of Comedy')).general.ID),
    ).toMatchObject({ canPlay: 0, reason: 'login-required' });
    const elsewhere = (await find(await open(743), 'Love Ranch')).general.ID;
    expect(await state(page, elsewhere)).toMatchObject({ canPlay: 0, reason: 'domain' });
    const kim = await open(741, 'kim', 'young');
    expect(await state(kim, (await find(kim, 'Broken Arrow')).general.ID)).toMatchObject({
      canPlay: 0,
      reason: 'age',
    });
  });

  test('an item is found by streamtype and ID, or by global ID, to the last digit', async () => {
    const page = await open(9052);
    const [audio] = (
      await page.call('/allmedia/all?selectedStreamtypes=audio&orderBy=ID&orderDir=DESC&limit=1')
    ).result;
    expect(audio.general.ID).toMatch(/^\d{19}$/);
    const ask = (item: string, streamtype: string): any =>
      page.call(`/payment/itemstate?item=${item}&streamtype=${streamtype}`, { method: 'POST' });
    expect((await ask(audio.general.ID, 'audio')).result.general.item).toBe(audio.general.ID);
    expect((await ask(audio.general.GID, 'allmedia')).result.general.item).toBe(audio.general.ID);
    expect((await ask(audio.general.ID, 'video')).status).toBe(404);
    expect((await ask('1', 'video')).status).toBe(404);
    for (const query of ['item=1', 'streamtype=video', '']) {
      expect((await page.call(`/payment/itemstate?${query}`, { method: 'POST' })).status).toBe(400);
    }
  });
});
