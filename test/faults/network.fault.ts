import { mostAtOnce, performs } from './support/arrivals.ts';
import { expect, test } from './support/faults.ts';
import { movableClocks, paceSoon, patchOf } from './support/page-patches.ts';
import { pacedMs } from './support/platform-clock.ts';
import { answer } from './support/scripted-server.ts';
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
  test('JSON cut short with status 200', async ({ page, faultProxy, openPage }) => {
    const viewer = await openPage(page, { platform: faultProxy });
    const before = await viewer.waitForStatus('ready');
    faultProxy.inject('session/currentweather', { kind: 'cut', bytes: 40 });
    expect(
      await viewer.callEndpoint('session/currentweather', { lat: 48.1, lng: 11.6 }),
    ).toMatchObject({
      ok: false,
      code: 'malformed',
    });
    expect(await viewer.state()).toEqual(before);
    faultProxy.inject('payment/itemstate', { kind: 'cut', bytes: 40 });
    expect(
      await viewer.evaluate(
        `runtime.item({ item: 1369001, streamtype: 'video' }).check().then(viewer.plain)`,
      ),
    ).toMatchObject({ access: 'unknown', reason: 'unreadable' });
    expect(await viewer.state()).toEqual(before);
  });

  test('HTML with status 200', async ({ page, server, openPage }) => {
    server.script('session/currentweather', () => html);
    const viewer = await openPage(page, { platform: server });
    await viewer.waitForStatus('ready');
    expect(await viewer.callEndpoint('session/currentweather')).toMatchObject({
      ok: false,
      code: 'malformed',
    });
    expect((await viewer.state()).status).toBe('ready');
  });

  test('HTML with status 200, from the first answer on', async ({ page, server, openPage }) => {
    for (const id of ['session/init', 'session/staticdetails']) server.script(id, () => html);
    const viewer = await openPage(page, { platform: server });
    expect((await viewer.waitForStatus('degraded')).error).toMatchObject({ code: 'malformed' });
  });

  test('302 on a POST', { tag: '@main' }, async ({ page, server, openPage }) => {
    server.script('session/login', () => ({
      status: 302,
      headers: { location: `${server.url}/v3.1/9301/session/elsewhere` },
      body: '',
    }));
    server.script('session/elsewhere', () => answer({ status: 'ok' }));
    const viewer = await openPage(page, { platform: server });
    await viewer.waitForStatus('ready');
    expect(
      await viewer.callMethod('login', {
        provider: 'manual',
        username: 'ada',
        password: 'lovelace',
      }),
    ).toMatchObject({ ok: false, code: 'network' });
    expect(server.arrivals.of('session/elsewhere').length).toBe(0);
    // The platform is asked who the viewer is, until it can no longer carry out the login.
    await expect
      .poll(() => viewer.state(), { timeout: 30_000 })
      .toMatchObject({ status: 'ready', user: null });
    expect(server.arrivals.of('session/login')).toHaveLength(1);
  });

  test(
    'connection reset after the POST was read',
    { tag: '@main' },
    async ({ page, faultProxy, openPage }) => {
      const viewer = await openPage(page, { platform: faultProxy });
      const { id } = await viewer.waitForStatus('ready');
      expect(
        await viewer.callMethod('login', {
          provider: 'manual',
          username: 'ada',
          password: 'lovelace',
        }),
      ).toMatchObject({ ok: true });
      faultProxy.inject('payment/', { kind: 'reset', when: 'read' });
      for (const [endpoint, values] of changes) {
        expect(await viewer.callEndpoint(endpoint, values), endpoint).toMatchObject({
          ok: false,
          code: 'network',
        });
        expect(
          faultProxy.arrivals.of(endpoint).map(({ method }) => method),
          endpoint,
        ).toEqual(['POST']);
      }
      const unlocked = await viewer.evaluate(
        `runtime.item({ item: 1369001, streamtype: 'video' }).claim().then(viewer.plain)`,
      );
      expect(unlocked).toMatchObject({ access: 'unknown' });
      expect(faultProxy.arrivals.of('payment/itemstate').filter(performs)).toHaveLength(1);
      expect(await viewer.state()).toMatchObject({ status: 'ready', id });
    },
  );

  test('one path blocked by an ad blocker', async ({ page, faultProxy, openPage }) => {
    await page.route('**/session/currentweather*', (route) => route.abort('blockedbyclient'));
    const viewer = await openPage(page, { platform: faultProxy });
    const before = await viewer.waitForStatus('ready');
    const [blocked, token, item] = await Promise.all([
      viewer.callEndpoint('session/currentweather'),
      viewer.callMethod('reportToken'),
      viewer.callEndpoint('payment/itemstate', { item: 1369001, streamtype: 'video' }),
    ]);
    expect(blocked).toMatchObject({ ok: false, code: 'network' });
    expect([token.ok, item.ok]).toEqual([true, true]);
    expect(await viewer.state()).toEqual(before);
  });

  test('CSP connect-src without the platform', async ({ page, faultProxy, openPage }) => {
    const viewer = await openPage(page, {
      platform: faultProxy,
      patches: [movableClocks(paceSoon(60)), countBlocked],
      headers: { 'content-security-policy': "connect-src 'self'" },
    });
    expect((await viewer.waitForStatus('offline')).error).toMatchObject({ code: 'network' });
    expect(await viewer.callMethod('start')).toMatchObject({ ok: false, code: 'network' });
    // Three minutes of page time allow only a few attempts, with waits of up to 120 s.
    const startedAt = Number(await viewer.evaluate('Date.now()'));
    await soon(async () => Number(await viewer.evaluate('Date.now()')) - startedAt > 180_000).toBe(
      true,
    );
    expect(await viewer.evaluate('blocked.length')).toBeLessThan(16);
    expect(faultProxy.arrivals.all.length).toBe(0);
    expect(await viewer.events('uncaught')).toEqual([]);
    expect((await viewer.events('error')).length).toBeLessThanOrEqual(1);
  });

  test('CSP connect-src without the platform: diagnose() names it', async ({
    page,
    faultProxy,
    openPage,
  }) => {
    const viewer = await openPage(page, {
      platform: faultProxy,
      headers: { 'content-security-policy': "connect-src 'self'" },
    });
    await viewer.waitForStatus('offline');
    for (let runs = 0; runs < 5; runs++) {
      const detail = await viewer.evaluate(
        `runtime.diagnose().then((findings) => findings.find(({ name }) => name === 'platform').detail)`,
      );
      expect(detail).toContain('Content-Security-Policy');
    }
  });

  test('online says true but nothing routes', async ({ page, faultProxy, openPage }) => {
    const pace = paceSoon(60);
    faultProxy.inject('', { kind: 'reset', when: 'unread' });
    const viewer = await openPage(page, { platform: faultProxy, patches: [movableClocks(pace)] });
    expect((await viewer.waitForStatus('offline')).error).toMatchObject({ code: 'network' });
    expect(await viewer.evaluate('navigator.onLine')).toBe(true);
    const probes = () => faultProxy.arrivals.of('session/init');
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
    await faultProxy.heal();
    await viewer.waitForStatus('ready');
  });

  test('twenty online/offline flaps', async ({ page, context, faultProxy, openPage }) => {
    faultProxy.inject('session/init', { kind: 'delay', ms: 150 });
    const viewer = await openPage(page, { platform: faultProxy });
    for (let flap = 0; flap < 20; flap++) {
      await context.setOffline(true);
      await context.setOffline(false);
    }
    await viewer.waitForStatus('ready');
    expect(mostAtOnce(faultProxy.arrivals.all)).toBe(1);
    expect(faultProxy.arrivals.of('session/keepalive').length).toBeLessThanOrEqual(1);
  });

  test('twenty online/offline flaps while the platform is away', async ({
    page,
    context,
    faultProxy,
    openPage,
  }) => {
    faultProxy.inject('', { kind: 'reset', when: 'unread' });
    const viewer = await openPage(page, { platform: faultProxy });
    await viewer.waitForStatus('offline');
    const before = faultProxy.arrivals.all.length;
    faultProxy.inject('', { kind: 'drop' });
    for (let flap = 0; flap < 20; flap++) {
      await context.setOffline(true);
      await context.setOffline(false);
    }
    // A wake starts a probe.
    await soon(() => faultProxy.arrivals.all.length).toBeGreaterThan(before);
    expect(mostAtOnce(faultProxy.arrivals.all)).toBe(1);
    await faultProxy.heal();
    await context.setOffline(true);
    await context.setOffline(false);
    await viewer.waitForStatus('ready', 15_000);
  });
});
