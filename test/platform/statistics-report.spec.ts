import { expect, test } from '@playwright/test';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { send } from '../fixtures/platform/client.ts';
import {
  entriesOf,
  openReporting,
  secondsAt,
  sendReport,
  sumOf,
} from '../fixtures/platform/statistics-reporting.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

const noon = '2026-11-21T12:00:00Z';
const today = { from: '2026-11-21', to: '2026-11-21' };
/** Fight Club: ID 1369311. */
const film = '5000311';

let platform: RunningPlatform;
let nowMs: number;
test.beforeAll(async () => {
  nowMs = Date.parse(noon);
  platform = await startTestPlatform({ sessionLifetimeSeconds: 1e9, now: () => new Date(nowMs) });
});
test.afterAll(() => platform.close());
test.beforeEach(() => {
  nowMs = Date.parse(noon);
});

test('a view on the watch page shows up in real-time and in today’s views', async () => {
  const { report, ask } = await openReporting(platform.url, 9760, { gateway: 'tablet' });
  for (const name of ['realtime', 'realtimecharts', 'viewsbyhour', 'chartsbyviews']) {
    expect(sumOf(await ask(name, today)), name).toBe(0);
  }
  const events = [
    { kind: 'display', gid: film },
    { kind: 'playerstart', gid: film },
    { kind: 'view', gid: film },
    { kind: 'viewtime', gid: film, seconds: 90 },
    { kind: 'progress25', gid: film },
  ];
  expect(await report(events)).toMatchObject({
    status: 200,
    result: { recorded: 5 },
    metadata: { fordomain: 9760, calledwith: '/__report' },
  });
  const figures = {
    displays: 1,
    playerstarts: 1,
    views: 1,
    viewtime: 1.5,
    downloads: 0,
    clicks: 0,
    adrequests: 0,
    adimpressions: 0,
    adclicks: 0,
    aderrors: 0,
  };
  expect((await ask('realtime', { timeFrame: '5' })).result).toEqual({ tablet: figures });
  expect((await ask('realtimecharts', { timeFrame: '5' })).result).toEqual({ 1369311: figures });
  expect((await ask('realtimeexternal')).result).toEqual({});
  expect((await ask('viewsbyday', today)).result).toEqual({ '2026-11-21': 1 });
  expect((await ask('viewtimebyday', today)).result).toEqual({ '2026-11-21': 1.5 });
  expect((await ask('viewprogressbyday', today)).result).toEqual({
    '2026-11-21': { progress25: 1, progress50: 0, progress75: 0, progress95: 0, progress100: 0 },
  });
  // Noon in London is one o'clock in Berlin, the domain's own timezone, of a Saturday.
  expect((await ask('viewsbyhour', today)).result).toMatchObject({ 12: 0, 13: 1, 14: 0 });
  expect((await ask('viewsbyhour', { ...today, timezone: 'Europe/London' })).result).toMatchObject({
    12: 1,
    13: 0,
  });
  expect((await ask('viewsbyweekday', today)).result).toEqual({
    1: 0,
    2: 0,
    3: 0,
    4: 0,
    5: 0,
    6: 1,
    7: 0,
  });
  expect((await ask('distributionbygateway', today)).result).toEqual({ tablet: 1 });
  expect((await ask('viewsbyday', { ...today, streamtype: 'audio' })).result).toEqual({
    '2026-11-21': 0,
  });
});

test('real-time figures omit views before the time frame', async () => {
  const { report, ask } = await openReporting(platform.url, 9761);
  await report([
    { kind: 'view', gid: film, at: secondsAt('2026-11-21T11:56:00Z') },
    { kind: 'view', gid: film, at: secondsAt('2026-11-21T11:51:00Z') },
    { kind: 'viewexternal', gid: film, at: secondsAt('2026-11-21T10:30:00Z') },
  ]);
  const views = async (timeFrame?: string): Promise<number> =>
    (await ask('realtime', timeFrame ? { timeFrame } : {})).result.desktop.views;
  expect([await views('5'), await views('10'), await views('240'), await views()]).toEqual([
    1, 2, 2, 2,
  ]);
  expect((await ask('realtimeexternal', { timeFrame: '60' })).result).toEqual({});
  expect((await ask('realtimechartsexternal', { timeFrame: '120' })).result).toEqual({
    1369311: { viewsexternal: 1 },
  });
  nowMs += 4 * 60_000;
  expect((await ask('realtime', { timeFrame: '5' })).result).toEqual({});
});

test('place and device of a view come from the report, else the session, else the browser', async () => {
  const { report, ask } = await openReporting(platform.url, 9762, {
    gateway: 'mobile',
    lat: '48.2',
    lng: '16.4',
    campaign: '31',
    affiliatePartner: '7',
  });
  const phone = {
    'User-Agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  };
  const desktop = {
    'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
  await report([{ kind: 'view', gid: film }], {}, phone);
  await report(
    [{ kind: 'view', gid: film }],
    {
      context: {
        gateway: 'podcast',
        podcastApp: 'AntennaPod',
        startCondition: 'manual',
        campaign: '032',
        viewCount: 'afterfirst',
        deliveryDomain: 'news.example',
      },
    },
    desktop,
  );
  const by = async (name: string, more: Record<string, string> = {}): Promise<unknown> =>
    (await ask(`distributionby${name}`, { ...today, ...more })).result;
  expect(await by('gateway')).toEqual({ mobile: 1, podcast: 1 });
  expect(await by('country')).toEqual({ AT: 2 });
  expect(await by('device')).toEqual({ mobile: 1, pc: 1 });
  expect(await by('os')).toEqual({ ios: 1, linux: 1 });
  expect(await by('browser')).toEqual({ safari: 1, firefox: 1 });
  expect(await by('deliverydomain')).toEqual({ unknown: 1, 'news.example': 1 });
  expect(await by('podcastapp')).toEqual({ AntennaPod: 1 });
  expect(await by('browser', { campaign: '31' })).toEqual({ safari: 1 });
  expect(await by('browser', { campaign: '32' })).toEqual({ firefox: 1 });
  expect(await by('browser', { affiliatePartner: '07', viewCount: 'afterfirst' })).toEqual({
    firefox: 1,
  });
  expect(await by('browser', { countryCode: 'at', os: 'Linux', startCondition: 'manual' })).toEqual(
    { firefox: 1 },
  );
  expect(await by('browser', { countryCode: 'DE' })).toEqual({});
});

test('a refused report names the field, and records nothing', async () => {
  const { report, ask, token } = await openReporting(platform.url, 9763);
  const view = { kind: 'view', gid: film };
  const cases: [string, unknown, Record<string, unknown>?][] = [
    ['events', []],
    ['events', 'x'],
    ['events', Array(101).fill(view)],
    ['events', undefined],
    ['events[0]', ['x']],
    ['events[1].kind', [view, { gid: film }]],
    ['events[0].kind', [{ ...view, kind: 'nonsense' }]],
    ['events[0].gid', [{ kind: 'view' }]],
    ['events[0].gid', [{ ...view, gid: 'x' }]],
    ['events[1].gid', [view, { ...view, gid: '1' }]],
    ['events[0].gid', [{ ...view, gid: '9'.repeat(20) }]],
    ['events[0].seconds', [{ ...view, kind: 'viewtime' }]],
    ['events[0].seconds', [{ ...view, seconds: 3 }]],
    ['events[0].seconds', [{ ...view, kind: 'viewtime', seconds: 3601 }]],
    ['events[0].seconds', [{ ...view, kind: 'viewtime', seconds: -1 }]],
    ['events[0].at', [{ ...view, at: secondsAt(noon) - 86_401 }]],
    ['events[0].at', [{ ...view, at: secondsAt(noon) + 301 }]],
    ['events[0].at', [{ ...view, at: Date.parse(noon) }]],
    ['events[0].colour', [{ ...view, colour: 'red' }]],
    ['context', [view], { context: [] }],
    ['context.gateway', [view], { context: { gateway: 'fridge' } }],
    ['context.os', [view], { context: { os: 'a\u0000b' } }],
    ['context.deliveryDomain', [view], { context: { deliveryDomain: 'x'.repeat(201) } }],
    ['context.countryCode', [view], { context: { countryCode: 'DE' } }],
    ['domain', [view], { domain: 9764 }],
    ['reporttoken', [view], { reporttoken: '' }],
    ['nonsense', [view], { nonsense: 1 }],
    ['toString', [view], { toString: 1 }],
  ];
  for (const [field, events, more] of cases) {
    const { status, metadata, text } = await report(events, more);
    expect({ field, status, hint: metadata['errorhint'] }).toEqual({
      field,
      status: 400,
      hint: expect.stringContaining(field),
    });
    expect(text).not.toContain(token);
  }
  for (const body of ['{', '[]', 'null', '"x"', '{"a":1'.repeat(5_000)]) {
    expect(
      (await fetch(`${platform.url}/__report`, { method: 'POST', body })).status,
      body.slice(0, 9),
    ).toBe(400);
  }
  expect(
    (await report([{ ...view, gid: film }], { context: { os: 'x'.repeat(70_000) } })).status,
  ).toBe(413);
  expect(sumOf(await ask('viewsbyday', today))).toBe(0);
});

test('only a valid token that was issued can report', async () => {
  const { report, ask, token } = await openReporting(platform.url, 9764);
  const view = [{ kind: 'view', gid: film }];
  const end = Number(/se=(\d+)/.exec(token)![1]);
  for (const wrong of [
    'nonsense',
    token.replace(/sig=./, (found) => (found === 'sig=0' ? 'sig=1' : 'sig=0')),
    token.replace(String(end), String(end + 1)),
    token.replace(/sr=\d+/, 'sr=1'),
    token.replace(/sr=\d+/, `sr=${'9'.repeat(19)}`),
  ]) {
    expect(await report(view, { reporttoken: wrong }), wrong).toMatchObject({
      status: 401,
      metadata: { errorhint: expect.stringContaining('reporttoken') },
    });
  }
  nowMs = end * 1000;
  expect((await report(view)).status).toBe(401);
  nowMs -= 1;
  expect((await report(view)).status).toBe(200);
  expect(sumOf(await ask('viewsbyday', today))).toBe(1);
});

test('a page without a session reports by the token of its static details', async () => {
  const { result } = await send(`${platform.url}/v3.1/9765/session/staticdetails`);
  const { reporttoken } = result.system;
  const events = [{ kind: 'view', gid: film }];
  expect(await sendReport(platform.url, { reporttoken, events })).toMatchObject({
    status: 400,
    metadata: { errorhint: expect.stringContaining('domain') },
  });
  expect((await sendReport(platform.url, { reporttoken, events, domain: 9766 })).status).toBe(401);
  expect((await sendReport(platform.url, { reporttoken, events, domain: 9765 })).status).toBe(200);
  const { ask } = await openReporting(platform.url, 9765);
  expect(entriesOf(await ask('viewsbyday', { ...today, dataMode: 'static' }))).toEqual([
    ['2026-11-21', 1],
  ]);
  expect(entriesOf(await ask('viewsbyday', { ...today, dataMode: 'api' }))).toEqual([
    ['2026-11-21', 0],
  ]);
});
