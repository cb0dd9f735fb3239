import { mostAtOnce, performs } from './support/arrivals.ts';
import { expect, test } from './support/faults.ts';
import { movableClocks, paceSoon, patchOf } from './support/page-patches.ts';
import { pacedMs } from './support/platform-clock.ts';
import { answer } from './support/scripted-origin.ts';
import { soon } from './support/viewer.ts';

test.use({ domain: 9301 });

const html = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Log in to the network</title>',
};

/** The calls that change something at the platform, and are never repeated. */
const changes = [
  ['payment/redeemvoucher', { vouchercode: 'ABC' }],
  [
    'payment/preparetransaction',
    {
      operation: 'ppv',
      item: 1369001,
      streamtype: 'video',
      amount: 499,
      currency: 'EUR',
      provider: 'demo',
    },
  ],
] as const;

/** Counts the requests that the page's policy blocked. */
const countBlocked = patchOf(() => {
  const blocked = ((window as any).blocked = [] as string[]);
  document.addEventListener('securitypolicyviolation', ({ blockedURI }) =>
    blocked.push(blockedURI),
  );
});

test.describe('Network', () => {
  test('JSON cut short with status 200', async ({ page, wire, openPage }) => {
    const viewer = await openPage(page, { at: wire });
    const before = await viewer.reaches('ready');
    wire.inject('session/currentweather', { kind: 'cut', bytes: 40 });
    expect(await viewer.calls('session/currentweather', { lat: 48.1, lng: 11.6 })).toMatchObject({
      ok: false,
      code: 'malformed',
    });
    expect(await viewer.state()).toEqual(before);
    wire.inject('payment/itemstate', { kind: 'cut', bytes: 40 });
    expect(
      await viewer.runs(
        `runtime.item({ item: 1369001, streamtype: 'video' }).check().then(viewer.plain)`,
      ),
    ).toMatchObject({ access: 'unknown', reason: 'unreadable' });
    expect(await viewer.state()).toEqual(before);
  });

  test('HTML with status 200', async ({ page, origin, openPage }) => {
    origin.script('session/currentweather', () => html);
    const viewer = await openPage(page, { at: origin });
    await viewer.reaches('ready');
    expect(await viewer.calls('session/currentweather')).toMatchObject({
      ok: false,
      code: 'malformed',
    });
    expect((await viewer.state()).status).toBe('ready');
  });

  test('HTML with status 200, from the first answer on', async ({ page, origin, openPage }) => {
    for (const id of ['session/init', 'session/staticdetails']) origin.script(id, () => html);
    const viewer = await openPage(page, { at: origin });
    expect((await viewer.reaches('degraded')).error).toMatchObject({ code: 'malformed' });
  });

  test('302 on a POST', async ({ page, origin, openPage }) => {
    origin.script('session/login', () => ({
      status: 302,
      headers: { location: `${origin.url}/v3.1/9301/session/elsewhere` },
      body: '',
    }));
    origin.script('session/elsewhere', () => answer({ status: 'ok' }));
    const viewer = await openPage(page, { at: origin });
    await viewer.reaches('ready');
    expect(
      await viewer.does('login', { provider: 'manual', username: 'ada', password: 'lovelace' }),
    ).toMatchObject({ ok: false, code: 'network' });
    expect(origin.arrivals.of('session/elsewhere').length).toBe(0);
    expect(await viewer.state()).toMatchObject({ status: 'ready', user: null });
  });

  test(
    'connection reset after the POST was read',
    { tag: '@main' },
    async ({ page, wire, openPage }) => {
      const viewer = await openPage(page, { at: wire });
      const { id } = await viewer.reaches('ready');
      expect(
        await viewer.does('login', { provider: 'manual', username: 'ada', password: 'lovelace' }),
      ).toMatchObject({ ok: true });
      wire.inject('payment/', { kind: 'reset', when: 'read' });
      for (const [endpoint, values] of changes) {
        expect(await viewer.calls(endpoint, values), endpoint).toMatchObject({
          ok: false,
          code: 'network',
        });
        expect(
          wire.arrivals.of(endpoint).map(({ method }) => method),
          endpoint,
        ).toEqual(['POST']);
      }
      const unlocked = await viewer.runs(
        `runtime.item({ item: 1369001, streamtype: 'video' }).claim().then(viewer.plain)`,
      );
      expect(unlocked).toMatchObject({ access: 'unknown' });
      expect(wire.arrivals.of('payment/itemstate').filter(performs)).toHaveLength(1);
      expect(await viewer.state()).toMatchObject({ status: 'ready', id });
    },
  );

  test('one path blocked by an ad blocker', async ({ page, wire, openPage }) => {
    await page.route('**/session/currentweather*', (route) => route.abort('blockedbyclient'));
    const viewer = await openPage(page, { at: wire });
    const before = await viewer.reaches('ready');
    const [blocked, token, item] = await Promise.all([
      viewer.calls('session/currentweather'),
      viewer.does('reportToken'),
      viewer.calls('payment/itemstate', { item: 1369001, streamtype: 'video' }),
    ]);
    expect(blocked).toMatchObject({ ok: false, code: 'network' });
    expect([token.ok, item.ok]).toEqual([true, true]);
    expect(await viewer.state()).toEqual(before);
  });

  test('CSP connect-src without the platform', async ({ page, wire, openPage }) => {
    const viewer = await openPage(page, {
      at: wire,
      patches: [movableClocks(paceSoon(60)), countBlocked],
      headers: { 'content-security-policy': "connect-src 'self'" },
    });
    expect((await viewer.reaches('offline')).error).toMatchObject({ code: 'network' });
    expect(await viewer.does('start')).toMatchObject({ ok: false, code: 'network' });
    // Three minutes of page time allow only a few attempts, with waits of up to 120 s.
    const startedAt = Number(await viewer.runs('Date.now()'));
    await soon(async () => Number(await viewer.runs('Date.now()')) - startedAt > 180_000).toBe(
      true,
    );
    expect(await viewer.runs('blocked.length')).toBeLessThan(16);
    expect(wire.arrivals.all.length).toBe(0);
    expect(await viewer.events('uncaught')).toEqual([]);
    expect((await viewer.events('error')).length).toBeLessThanOrEqual(1);
  });

  test('CSP connect-src without the platform: diagnose() names it', async ({
    page,
    wire,
    openPage,
  }) => {
    const viewer = await openPage(page, {
      at: wire,
      headers: { 'content-security-policy': "connect-src 'self'" },
    });
    await viewer.reaches('offline');
    for (let runs = 0; runs < 5; runs++) {
      const detail = await viewer.runs(
        `runtime.diagnose().then((findings) => findings.find(({ name }) => name === 'platform').detail)`,
      );
      expect(detail).toContain('Content-Security-Policy');
    }
  });

  test('online says true but nothing routes', async ({ page, wire, openPage }) => {
    const pace = paceSoon(60);
    wire.inject('', { kind: 'reset', when: 'unread' });
    const viewer = await openPage(page, { at: wire, patches: [movableClocks(pace)] });
    expect((await viewer.reaches('offline')).error).toMatchObject({ code: 'network' });
    expect(await viewer.runs('navigator.onLine')).toBe(true);
    const probes = () => wire.arrivals.of('session/init');
    const first = probes()[0]!.at;
    await expect
      .poll(() => pacedMs(pace, first, Date.now()), { timeout: 30_000 })
      .toBeGreaterThan(480_000);
    const gapsMs = probes()
      .slice(1)
      .map(({ at }, place) => pacedMs(pace, probes()[place]!.at, at));
    expect(gapsMs.length, 'probes in eight minutes').toBeGreaterThan(2);
    expect(gapsMs.length, 'probes in eight minutes').toBeLessThan(40);
    expect(Math.max(...gapsMs), 'longest wait in ms').toBeLessThan(140_000);
    expect(mostAtOnce(probes())).toBe(1);
    await wire.heal();
    await viewer.reaches('ready');
  });

  test('twenty online/offline flaps', async ({ page, context, wire, openPage }) => {
    wire.inject('session/init', { kind: 'delay', ms: 150 });
    const viewer = await openPage(page, { at: wire });
    for (let flap = 0; flap < 20; flap++) {
      await context.setOffline(true);
      await context.setOffline(false);
    }
    await viewer.reaches('ready');
    expect(mostAtOnce(wire.arrivals.all)).toBe(1);
    expect(wire.arrivals.of('session/keepalive').length).toBeLessThanOrEqual(1);
  });

  test('twenty online/offline flaps while the platform is away', async ({
    page,
    context,
    wire,
    openPage,
  }) => {
    wire.inject('', { kind: 'reset', when: 'unread' });
    const viewer = await openPage(page, { at: wire });
    await viewer.reaches('offline');
    const before = wire.arrivals.all.length;
    wire.inject('', { kind: 'drop' });
    for (let flap = 0; flap < 20; flap++) {
      await context.setOffline(true);
      await context.setOffline(false);
    }
    await soon(() => wire.arrivals.all.length).toBeGreaterThan(before); // a wake starts a probe
    expect(mostAtOnce(wire.arrivals.all)).toBe(1);
    await wire.heal();
    await context.setOffline(true);
    await context.setOffline(false);
    await viewer.reaches('ready', 15_000);
  });
});
