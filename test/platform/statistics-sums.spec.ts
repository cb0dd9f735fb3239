import { expect, test } from '@playwright/test';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { statisticsParameters } from '../../src/contract/statistics-parameters.ts';
import {
  entriesOf,
  openReporting,
  secondsAt,
  sumOf,
  type Reporting,
} from '../fixtures/platform/statistics-reporting.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

const day = 86_400_000;
const noonMs = Date.parse('2026-11-21T12:00:00Z');
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const period = { from: dayAt(noonMs - 89 * day), to: dayAt(noonMs) };
const film = '5000311';

let platform: RunningPlatform;
let nowMs = noonMs;
let site: Reporting;
test.beforeAll(async () => {
  platform = await startTestPlatform({ sessionLifetimeSeconds: 1e9, now: () => new Date(nowMs) });
  site = await openReporting(platform.url, 741);
});
test.afterAll(() => platform.close());
test.beforeEach(() => {
  nowMs = noonMs;
});

test('days add up to hours and weekdays, in every timezone, and none of 90 is empty', async () => {
  for (const figure of [
    'displays',
    'playerstarts',
    'views',
    'downloads',
    'clicks',
    'adrequests',
    'adimpressions',
    'adclicks',
    'aderrors',
  ]) {
    for (const timezone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
      const [days, hours, weekdays] = await Promise.all(
        ['byday', 'byhour', 'byweekday'].map((grouping) =>
          site.ask(figure + grouping, { ...period, timezone }),
        ),
      );
      expect(sumOf(days!), figure).toBeGreaterThan(20);
      expect(sumOf(hours!), figure).toBe(sumOf(days!));
      expect(sumOf(weekdays!), figure).toBe(sumOf(days!));
      expect(entriesOf(days!).map(([key]) => key)).toEqual(
        Array.from({ length: 90 }, (_, index) => dayAt(noonMs - (89 - index) * day)),
      );
      expect(entriesOf(hours!).map(([key]) => Number(key))).toEqual(
        Array.from({ length: 24 }, (_, hour) => hour),
      );
      expect(entriesOf(weekdays!).map(([key]) => key)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
      const ofMondays = entriesOf(days!)
        .filter(([key]) => new Date(key).getUTCDay() === 1)
        .reduce((sum, [, views]) => sum + views, 0);
      expect(entriesOf(weekdays!)[0]).toEqual(['1', ofMondays]);
    }
  }
  expect(
    Math.min(...entriesOf(await site.ask('viewsbyday', period)).map(([, views]) => views)),
  ).toBeGreaterThan(5);
});

test('distributions, item lists and the values of a filter add up to the total', async () => {
  const views = sumOf(await site.ask('viewsbyday', period));
  for (const name of [
    'gateway',
    'device',
    'os',
    'browser',
    'deliverydomain',
    'slug',
    'country',
    'channel',
    'format',
    'licensor',
  ]) {
    const distribution = entriesOf(await site.ask(`distributionby${name}`, period));
    expect(
      distribution.reduce((sum, [, count]) => sum + count, 0),
      name,
    ).toBe(views);
    expect(
      distribution.map(([, count]) => count),
      name,
    ).toEqual(distribution.map(([, count]) => count).toSorted((a, b) => b - a));
  }
  const listed = sumOf(await site.ask('itemlist', { ...period, kpi: 'view' }));
  expect(listed).toBe(views);
  expect(sumOf(await site.ask('chartsbyviews', { ...period, limit: '100000' }))).toBe(views);
  const byFilter = async (field: string, values: readonly string[]): Promise<number> =>
    (
      await Promise.all(
        values.map(async (value) =>
          sumOf(await site.ask('viewsbyday', { ...period, [field]: value })),
        ),
      )
    ).reduce((sum, one) => sum + one, 0);
  expect(await byFilter('gateway', statisticsParameters.gateway.oneOf)).toBe(views);
  expect(await byFilter('viewCount', statisticsParameters.viewCount.oneOf)).toBe(views);
  expect(await byFilter('channel', ['1', '2', '3', '4', '5'])).toBe(views);
  const everything = sumOf(await site.ask('viewsbyday', { ...period, streamtype: 'allmedia' }));
  expect(everything).toBe(
    views + sumOf(await site.ask('viewsbyday', { ...period, streamtype: 'audio' })),
  );
  const podcasts = await site.ask('distributionbypodcastapp', {
    ...period,
    streamtype: 'allmedia',
  });
  expect(sumOf(podcasts)).toBe(
    sumOf(await site.ask('viewsbyday', { ...period, streamtype: 'allmedia', gateway: 'podcast' })),
  );
  expect(sumOf(podcasts)).toBeGreaterThan(0);
});

test('every figure of an item list adds up to its series, and averages match their data', async () => {
  const series = {
    display: 'displays',
    playerstart: 'playerstarts',
    view: 'views',
    viewtime: 'viewtime',
    viewexternal: 'viewsexternal',
    download: 'downloads',
    click: 'clicks',
    adrequest: 'adrequests',
    adimpression: 'adimpressions',
  };
  for (const [kpi, name] of Object.entries(series)) {
    const [list, days] = [
      await site.ask('itemlist', { ...period, kpi }),
      await site.ask(`${name}byday`, period),
    ];
    expect(Math.abs(sumOf(list) - sumOf(days)), kpi).toBeLessThan(0.1);
    expect(sumOf(list), kpi).toBeGreaterThan(0);
  }
  const progress: Record<string, number>[] = Object.values(
    (await site.ask('viewprogressbyday', period)).result,
  );
  for (const step of ['progress25', 'progress50', 'progress75', 'progress95', 'progress100']) {
    expect(sumOf(await site.ask('itemlist', { ...period, kpi: step })), step).toBe(
      progress.reduce((sum, steps) => sum + steps[step]!, 0),
    );
  }
  const [[id, average]] = entriesOf(
    await site.ask('itemlist', { ...period, kpi: 'viewtimeaverage' }),
  ) as [[string, number]];
  const [minutes, views] = [
    sumOf(await site.ask('viewtimebyday', { ...period, item: id })),
    sumOf(await site.ask('viewsbyday', { ...period, item: id })),
  ];
  expect(average).toBeCloseTo(minutes / views, 3);
});

test('a ranking keeps its order in the answer, names items on request, and has the given length', async () => {
  const ranked = entriesOf(await site.ask('chartsbyviews', period));
  expect(ranked).toHaveLength(100);
  expect(ranked.map(([, views]) => views)).toEqual(
    ranked.map(([, views]) => views).toSorted((a, b) => b - a),
  );
  const ids = ranked.map(([id]) => Number(id));
  expect(ids, 'an order of its own, not that of numbers').not.toEqual(
    ids.toSorted((a, b) => a - b),
  );
  expect(entriesOf(await site.ask('chartsbyviews/anything', { ...period, limit: '3' }))).toEqual(
    ranked.slice(0, 3),
  );
  const [{ general }] = (await site.call('/allmedia/mostactive?limit=1')).result;
  for (const [reference, key] of Object.entries({
    ID: general.ID,
    GID: general.GID,
    hash: general.hash,
    refnr: general.refnr,
  })) {
    const parameters = {
      ...period,
      itemReference: reference,
      streamtype: 'allmedia',
      item: String(general.GID),
    };
    expect(
      entriesOf(await site.ask('itemlist', { ...parameters, kpi: 'view' })).map(([one]) => one),
      reference,
    ).toEqual([String(key)]);
  }
});

test('the last day of summer time has 25 hours, the first one 23', async () => {
  // Clocks of Berlin went back on 25 October 2026 at 01:00 UTC, and forward on 29 March.
  for (const [domain, date, firstHour, hours] of [
    [9770, '2026-10-25', '2026-10-24T22:00:00Z', 25],
    [9771, '2026-03-29', '2026-03-28T23:00:00Z', 23],
  ] as const) {
    // One view an hour, from the hour before the day to the hour after it.
    const viewAt = (hour: number): { kind: string; gid: string; at: number } => ({
      kind: 'view',
      gid: film,
      at: secondsAt(firstHour) + hour * 3600 + 60,
    });
    nowMs = Date.parse(firstHour) + 13 * 3_600_000;
    const early = await openReporting(platform.url, domain);
    await early.report(Array.from({ length: 13 }, (_, index) => viewAt(index - 1)));
    nowMs += 14 * 3_600_000;
    const { report, ask } = await openReporting(platform.url, domain);
    await report(Array.from({ length: hours + 1 - 12 }, (_, index) => viewAt(index + 12)));
    const days = entriesOf(
      await ask('viewsbyday', { from: date, to: date, timezone: 'Europe/Berlin' }),
    );
    expect(days).toEqual([[date, hours]]);
    expect(
      sumOf(
        await ask('viewsbyday', {
          from: dayAt(Date.parse(date) - day),
          to: dayAt(Date.parse(date) + day),
        }),
      ),
    ).toBe(hours + 2);
    const byHour = (await ask('viewsbyhour', { from: date, to: date, timezone: 'Europe/Berlin' }))
      .result;
    expect(byHour['2']).toBe(hours === 25 ? 2 : 0);
    expect([byHour['1'], byHour['3'], byHour['23']]).toEqual([1, 1, 1]);
  }
});

test('a network domain combines its domains, and others have only their own data', async () => {
  const others = await Promise.all(
    [742, 743].map(async (domain) =>
      openReporting(platform.url, domain, { forcePersistantSession: '1' }),
    ),
  );
  const total = async (one: Reporting, network: '0' | '1'): Promise<number> =>
    sumOf(await one.ask('viewsbyday', { ...period, includeNetworkDomains: network }));
  const own = await total(site, '0');
  expect(await total(site, '1')).toBe(
    own + (await total(others[0]!, '1')) + (await total(others[1]!, '1')),
  );
  expect(await total(others[0]!, '0')).toBe(await total(others[0]!, '1'));
});

test('periods and timezones that no database can read are refused with their name', async () => {
  const cases = [
    ['from', { from: '0000-01-01', to: '0000-01-02' }],
    ['from', { from: '1990-01-01', to: '2026-01-01' }],
    ['timezone', { ...period, timezone: '+01:00' }],
  ] as const;
  for (const [field, parameters] of cases) {
    for (const name of [
      'viewsbyday',
      'chartsbyviews',
      'distributionbyos',
      'loginsbyday',
      'revenuebyday',
      'subscriptionsbyday',
    ]) {
      const { status, metadata } = await site.ask(name, parameters);
      expect({ name, parameters, status, hint: metadata['errorhint'] }).toEqual({
        name,
        parameters,
        status: 400,
        hint: expect.stringContaining(field),
      });
    }
  }
  expect(sumOf(await site.ask('viewsbyday', { from: '9999-12-01', to: '9999-12-31' }))).toBe(0);
  expect(sumOf(await site.ask('viewsbyday', { ...period, item: '9'.repeat(20) }))).toBe(0);
  for (const timezone of Intl.supportedValuesOf('timeZone')) {
    expect([200, 400], timezone).toContain(
      (await site.ask('viewsbyday', { from: '2026-11-21', to: '2026-11-21', timezone })).status,
    );
  }
});
