import { expect, test } from '@playwright/test';
import { NetworkError } from '../../../src/errors/network-error.ts';
import { PlatformError } from '../../../src/errors/platform-error.ts';
import { UsherError } from '../../../src/errors/usher-error.ts';
import { sendLogout } from '../../../src/session/account/send-logout.ts';
import { createEndReporter, removeEnded } from '../../../src/session/recovery/report-ended.ts';
import { replaceUnreported } from '../../../src/session/state/ended-sessions.ts';
import { createHeldSession, recordOf, savedSession } from '../../fixtures/session/held-session.ts';
import { createHeldStores } from '../../fixtures/session/held-stores.ts';

const dayMs = 86_400_000;
const lease = { acquire: async () => true, release: async () => {} } as never;
const now = createHeldStores().clock.now();

/** Reports sessions that ended some days ago. Returns the logouts, and what is still to be sent. */
async function report(days: Readonly<Record<string, number>>, failure?: Error) {
  const ended = Object.entries(days).map(([id, ago]) => ({
    id,
    domain: '741',
    endedAt: now - ago * dayMs,
  }));
  const { stores, context } = createHeldSession('device', recordOf({ ended }));
  const sent: string[] = [];
  const reporting = createEndReporter(context, lease, async ({ id }) => {
    sent.push(id);
    if (failure) throw failure;
  })();
  await stores.clock.advance(60_000);
  await reporting;
  return { sent, left: stores.stored()?.ended?.map(({ id }) => id) };
}

test('the end of a session is reported within a day, and then forgotten', async () => {
  expect(await report({ a: 0.9, b: 1, c: -0.9, d: -1 })).toEqual({ sent: ['a', 'c'], left: [] });
});

test('a report without an answer is kept, and one that is refused is not', async () => {
  const sent = ['a', 'b'];
  expect(await report({ a: 0, b: 0 }, new NetworkError())).toEqual({ sent, left: sent });
  const refused = new UsherError('platform', 'no', { status: 400 });
  expect(await report({ a: 0, b: 0 }, refused)).toEqual({ sent, left: [] });
  const gone = new UsherError('platform', 'gone', { status: 401 });
  expect(await report({ a: 0, b: 0 }, gone)).toEqual({ sent, left: [] });
});

test('a report waits as long as the platform requests, up to an hour, also on the next page', async () => {
  for (const [retryAfterMs, waitMs] of [
    [600_000, 600_000],
    [86_400_000, 3_600_000],
  ] as const) {
    const ended = [{ id: 'a', domain: '741', endedAt: now }];
    const { stores, context } = createHeldSession('device', recordOf({ ended }));
    let sent = 0;
    const busy = new PlatformError('session/logout', 503, 'busy', retryAfterMs);
    const reporter = createEndReporter(context, lease, async () => {
      sent++;
      throw busy;
    });
    await reporter();
    expect(stores.stored()?.ended).toMatchObject([{ retryAt: now + waitMs }]);
    await stores.clock.advance(waitMs - 1);
    await reporter();
    expect(sent).toBe(1);
    await stores.clock.advance(1);
    await reporter();
    expect(sent).toBe(2);
  }
});

test('a session whose logout was answered during the reports is not reported again', async () => {
  const ended = ['a', 'b'].map((id) => ({ id, domain: '741', endedAt: now }));
  const { stores, context } = createHeldSession('device', recordOf({ ended }));
  const sent: string[] = [];
  const reporting = createEndReporter(context, lease, async ({ id }) => {
    sent.push(id);
    removeEnded(context, ended.slice(1));
  })();
  await stores.clock.advance(60_000);
  await reporting;
  expect(sent).toEqual(['a']);
});

for (const [title, retryAfter] of [
  ['as seconds', '600'],
  ['as a date', new Date(now + 600_000).toUTCString()],
] as const) {
  test(`the first repeat of a logout that was sent at once waits as requested, ${title}`, async () => {
    const { stores, context } = createHeldSession('none');
    const headers = { 'Retry-After': retryAfter };
    const fetch = async () => new Response('busy', { status: 503, headers });
    Object.assign(context.browser, { fetch });
    const sending = sendLogout(context, savedSession('7', { logoutToken: 't' }));
    await stores.clock.advance(0);
    await sending;
    const sent: string[] = [];
    const reporter = createEndReporter(context, lease, async ({ id }) => sent.push(id));
    await stores.clock.advance(599_000);
    void reporter();
    await stores.clock.advance(0);
    expect(sent).toEqual([]);
    await stores.clock.advance(1000);
    void reporter();
    await stores.clock.advance(0);
    expect(sent).toEqual(['7']);
  });
}

test('a wait that only this page knows counts beside the record', async () => {
  const ended = { id: '7', domain: '741', endedAt: now };
  const { stores, context } = createHeldSession('tab', recordOf({ ended: [ended] }));
  replaceUnreported(context, [{ ...ended, retryAfter: '600' }]);
  const sent: string[] = [];
  void createEndReporter(context, lease, async ({ id }) => sent.push(id))();
  await stores.clock.advance(0);
  expect(sent).toEqual([]);
});
