import type { Page } from '@playwright/test';
import { performs, timesSent } from './support/arrivals.ts';
import { expect, test } from './support/faults.ts';
import { movableClocks, paceSoon } from './support/page-patches.ts';
import { pacedMs } from './support/platform-clock.ts';
import { scriptPayments } from './support/scripted-payments.ts';
import { answer, heldReply, initResult, refusal } from './support/scripted-server.ts';
import { soon } from './support/viewer.ts';

test.use({ domain: 9302 });

/** Invalid session IDs. */
const unusable = [undefined, null, 0, '0', '', -5, 12.5, 'abc', '9'.repeat(21), {}];

test.describe('Server', () => {
  test('500 on preparetransaction', async ({ page, server, openShop, film }) => {
    scriptPayments(server);
    server.script('payment/preparetransaction', () =>
      refusal(500, 'the platform met an error of its own'),
    );
    const pace = paceSoon(60, { deadlinesMs: [100, 2000] });
    const buyer = await openShop(page, { platform: server, patches: [movableClocks(pace)] });
    expect(await buyer.checkAccess()).toBe('denied');
    const startedAt = Date.now();
    expect(await buyer.buy('redirect')).toMatchObject({
      ok: true,
      value: { status: 'preparing' },
    });
    await buyer.waitForPurchase('preparing (platform: the platform met an error of its own)');
    const sent = () => server.arrivals.of('payment/').map(({ id }) => id.replace('payment/', ''));
    await soon(sent).toEqual(['itemstate', 'preparetransaction', 'itemstate']);
    await soon(() => pacedMs(pace, startedAt, Date.now())).toBeGreaterThan(3 * 60_000);
    expect(sent()).toEqual(['itemstate', 'preparetransaction', 'itemstate']);
    expect(server.arrivals.of('payment/itemstate').filter(performs)).toEqual([]);
    expect(await buyer.statuses()).not.toContain('failed');

    const raw = {
      operation: 'ownage',
      item: film.item,
      streamtype: 'video',
      amount: 1299,
      currency: 'EUR',
      provider: 'redirect',
    };
    expect(await buyer.callEndpoint('payment/preparetransaction', raw)).toMatchObject({
      ok: false,
      code: 'platform',
      status: 500,
    });
    expect(server.arrivals.of('payment/preparetransaction')).toHaveLength(2);
    expect((await buyer.state()).status).toBe('ready');
  });

  test('Retry-After hidden by CORS', async ({ page, server, openPage }) => {
    let refused = 0;
    const busy = (times: number, headers: Record<string, string>) => () =>
      refused++ < times ? refusal(503, 'busy', headers) : answer({ general: {} });
    const viewer = await openPage(page, { platform: server });
    await viewer.waitForStatus('ready');
    await viewer.callEndpoint('session/currentweather', { lat: 1 }); // the code of calls is loaded
    const askedAt = Date.now();
    for (const lat of [2, 3]) await viewer.callEndpoint('session/currentweather', { lat });
    const twoCallsMs = Date.now() - askedAt; // a busy machine slows these too
    const before = server.arrivals.of('session/currentweather').length;
    server.script('session/currentweather', busy(2, { 'retry-after': '3600' }));
    expect(await viewer.callEndpoint('session/currentweather')).toMatchObject({ ok: true });
    const [first, , third] = server.arrivals.of('session/currentweather').slice(before);
    expect(third!.at - first!.at - twoCallsMs, 'jitter of at most 0.5 and 1 s').toBeLessThan(1650);
    // With the header exposed the result differs, so the header was really hidden before.
    refused = 0;
    server.script(
      'session/reporttoken',
      busy(2, { 'retry-after': '3600', 'access-control-expose-headers': 'Retry-After' }),
    );
    expect(await viewer.callEndpoint('session/reporttoken')).toMatchObject({
      ok: false,
      code: 'platform',
      status: 503,
    });
    expect(server.arrivals.of('session/reporttoken').length).toBe(1);
  });

  test('100 calls meet 401 at once', { tag: '@main' }, async ({ page, server, openPage }) => {
    const viewer = await openPage(page, { platform: server });
    const { id } = await viewer.waitForStatus('ready');
    server.script('payment/upgradesubscription', () =>
      answer({ general: { transactionID: 1, state: 'finished' } }),
    );
    server.expire(id!);
    const outcomes =
      await viewer.evaluate(`Promise.all(Array.from({ length: 100 }, (_, n) => viewer.settle(n % 10
      ? runtime.call('session/currentweather', { lat: n / 10, lng: 1 })
      : runtime.call('payment/upgradesubscription', { transactionID: 'T-' + n, amount: n }))))`);
    expect(server.arrivals.of('session/init').length).toBe(2);
    const reads = outcomes.filter((_: unknown, n: number) => n % 10);
    const changes = outcomes.filter((_: unknown, n: number) => n % 10 === 0);
    expect(reads.filter(({ ok }: any) => ok)).toHaveLength(90);
    expect(changes.map(({ ok, code }: any) => ok || code === 'session-lost')).toEqual(
      Array.from({ length: 10 }, () => true),
    );
    expect(Math.max(...timesSent(server.arrivals.of('session/currentweather')))).toBe(2);
    expect(timesSent(server.arrivals.of('payment/upgradesubscription'))).toEqual(
      Array.from({ length: 10 }, () => 1),
    );
    expect(await viewer.state()).toMatchObject({ status: 'ready', id: server.sessions[1] });
  });

  test('401 again after the re-init', async ({ page, server, openPage }) => {
    const viewer = await openPage(page, { platform: server });
    await viewer.waitForStatus('ready');
    server.script('session/currentweather', () => refusal(401, 'the session has expired'));
    expect(await viewer.callEndpoint('session/currentweather')).toMatchObject({
      ok: false,
      code: 'session-lost',
    });
    expect(server.arrivals.of('session/currentweather').length).toBe(2);
    expect(server.arrivals.of('session/init').length).toBe(2);
    expect(
      await viewer.callEndpoint('payment/itemstate', { item: 7, streamtype: 'video' }),
    ).toMatchObject({ ok: true });
    expect(server.arrivals.of('session/init').length).toBe(2);
  });

  test('init down', async ({ page, server, openPage }) => {
    let down = true;
    server.script('session/init', () =>
      down ? refusal(503, 'maintenance') : answer(initResult('77')),
    );
    const viewer = await openPage(page, {
      platform: server,
      patches: [movableClocks(paceSoon(60))],
    });
    const state = await viewer.waitForStatus('static');
    expect(state).toMatchObject({ id: null, user: null });
    expect(await viewer.evaluate('runtime.$session.get().geo')).toMatchObject({ geocode: 'DE' });
    await soon(() => server.arrivals.of('session/init').length).toBeGreaterThan(2);
    const asked = server.arrivals.of('session/staticdetails');
    expect(
      asked.map(({ headers }) => [headers['x-request-cid'], headers['x-request-token']]),
    ).toEqual([[undefined, undefined]]);
    expect(server.arrivals.of('session/keepalive').length).toBe(0);
    down = false;
    expect(await viewer.waitForStatus('ready')).toMatchObject({ id: '77' });
    expect(await viewer.callEndpoint('session/currentweather')).toMatchObject({ ok: true });
    expect(server.arrivals.of('session/currentweather').at(-1)!.session).toBe('77');
  });

  test('session ID missing, 0 or malformed', async ({ context, server, openPage }) => {
    for (const [place, cid] of unusable.entries()) {
      const domain = String(1000 + place);
      server.script('session/init', () => answer(initResult(cid)));
      const before = server.arrivals.all.length;
      const since = () => server.arrivals.all.slice(before);
      const viewer = await openPage(context, {
        platform: server,
        tag: { baseUrl: `${server.url}/v3.1/${domain}`, domain },
      });
      expect(await viewer.waitForStatus('static'), JSON.stringify(cid)).toMatchObject({ id: null });
      const asked = since()
        .map(({ id }) => id)
        .join(', ');
      expect(asked, JSON.stringify(cid)).toMatch(
        /^session\/init, session\/staticdetails(, session\/init)*$/,
      ); // then it probes
      await (viewer.page as Page).reload();
      await viewer.waitForStatus('static');
      expect(
        since().map(({ body, session }) => body.get('currentSession') ?? session),
        'not kept',
      ).toEqual(since().map(() => undefined));
      expect((await viewer.states()).map(({ status }) => status)).not.toContain('ready');
      await (viewer.page as Page).close(); // an open page would go on probing
    }
  });

  test('an answer to init after its deadline', async ({ page, server, openPage }) => {
    const late = heldReply(() => answer(initResult('66')));
    let first = true;
    server.script('session/init', (arrival) => {
      if (!first) return refusal(503, 'busy');
      first = false;
      return late.reply(arrival);
    });
    // Half a second lasts 10 s. A busy machine answers other requests within that.
    const viewer = await openPage(page, {
      platform: server,
      patches: [movableClocks(paceSoon(20))],
    });
    await viewer.waitForStatus('static');
    server.script('session/init', () => answer(initResult('67')));
    late.release();
    expect(await viewer.waitForStatus('ready')).toMatchObject({ id: '67' });
    expect((await viewer.states()).map(({ id }) => id)).not.toContain('66');
  });
});
