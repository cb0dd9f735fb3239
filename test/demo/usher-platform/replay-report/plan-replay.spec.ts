import { expect, test } from '@playwright/test';
import { planReplay } from '../../../../demo/usher-platform/replay-report/plan-replay.ts';
import { readReport } from '../../../../demo/usher-platform/replay-report/read-report.ts';

type Members = Record<string, unknown>;

const reportOf = (members: Members): string =>
  JSON.stringify({
    version: '0.1.0',
    session: { status: 'ready' },
    diagnosis: [{ name: 'locks', ok: true, detail: 'fine' }],
    calls: [],
    failures: [],
    ...members,
  });

const failure = (id: string, code: string, status?: number, failedAt = 1): Members => ({
  id,
  code,
  failedAt,
  attempt: 1,
  ...(status !== undefined && { status }),
});

const plan = (members: Members): ReturnType<typeof planReplay> =>
  planReplay(readReport(reportOf(members), 'report.json'));

test('each failure of the platform is a fault, in the order of time', () => {
  const { steps, omitted } = plan({
    failures: [
      failure('payment/itemstate', 'server', 503, 5),
      failure('payment/itemstate', 'network', undefined, 6),
      failure('payment/finishtransaction', 'timeout', 0, 9),
      failure('allmedia/latest', 'malformed', 200, 8),
      failure('session/keepalive', 'session-lost', 401, 7),
    ],
  });
  expect(steps.map(({ action, faults }) => [action, ...faults])).toEqual([
    ['check', 'payment/itemstate: status 503, once', 'payment/itemstate: lose answer, once'],
    ['call', 'session/keepalive: lose session, once'],
    ['call', 'allmedia/latest: unreadable answer, once'],
    ['buy', 'payment/finishtransaction: delay 32s, once'],
  ]);
  expect(omitted).toEqual([]);
});

test('an opening that failed is read from the requests', () => {
  const calls = [
    { id: 'session/init', startedAt: 1, durationMs: 9, status: 500 },
    { id: 'session/init', startedAt: 2, durationMs: 9, status: 0 },
  ];
  expect(plan({ calls }).steps[0]?.faults).toEqual(['session/init: status 500, once']);
  expect(plan({ calls, session: { status: 'offline' } }).steps[0]?.faults).toEqual([
    'session/init: status 500, once',
    'session/init: lose answer, once',
  ]);
});

test('what cannot be replayed has a reason', () => {
  const { steps, omitted } = plan({
    diagnosis: [{ name: 'storage', ok: false, detail: 'localStorage is full' }],
    failures: [
      failure('payment/itemstate', 'aborted'),
      failure('allmedia/byglobalid', 'server', 503),
      failure('payment/upgradesubscription', 'server', 503),
      failure('payment/refund', 'server', 503),
    ],
  });
  expect(steps).toEqual([]);
  expect(omitted).toEqual([
    'storage: localStorage is full (it is of that browser or page, not of the platform)',
    'payment/itemstate, aborted: the page decided it, and no answer of a platform makes it',
    'allmedia/byglobalid, server: the call needs values, which a report does not have',
    'payment/upgradesubscription, server: the call needs values, which a report does not have',
    'payment/refund, server: the platform has no such endpoint',
  ]);
});

test('another file is refused', () => {
  for (const [text, said] of [
    ['{', 'report.json is no JSON'],
    ['[]', 'report.json is no report'],
    ['{ "version": "0.1.0" }', 'report.json is no report'],
  ] as const) {
    expect(() => readReport(text, 'report.json')).toThrow(said);
  }
});
