import { buyerOf, pressProviderButton } from './support/buyer.ts';
import { expect, test } from './support/faults.ts';
import { movableClocks, paceSoon } from './support/page-patches.ts';
import { pacedMs } from './support/platform-clock.ts';
import { openUnwatched } from './support/raw-chromium.ts';
import { answer, heldReply, initResult, type ScriptedServer } from './support/scripted-server.ts';
import { readStoredData } from './support/stored-data.ts';
import { soon, viewerOf } from './support/viewer.ts';

test.use({ domain: 9305 });

/** The calls that carried a session. */
const callsWith = (server: ScriptedServer, id: string): string[] =>
  server.arrivals.all.filter(({ session }) => session === id).map((arrival) => arrival.id);

test.describe('Tabs and lifecycle', () => {
  test('a callback of the page calls the runtime', async ({ page, server, openPage }) => {
    const viewer = await openPage(page, {
      platform: server,
      body: `<script>
      window.asked = [];
      const ask = (what, call) => asked.push(viewer.settle(call()).then((outcome) => what + ': ' + (outcome.ok ? 'ok' : outcome.code)));
      usher.push((runtime) => {
        runtime.$session.subscribe(({ status }) => ask('store ' + status, () => runtime.start()));
        for (const name of ['session', 'login', 'logout']) runtime.on(name, () => ask(name, () => runtime.call('session/currentweather')));
        runtime.$user.subscribe((user) => ask('user', () => runtime.item({ item: 7, streamtype: 'video' }).check()));
      });
    </script>`,
    });
    const { id } = await viewer.waitForStatus('ready');
    server.expire(id!);
    expect(await viewer.callEndpoint('session/currentweather')).toMatchObject({ ok: true });
    expect(
      await viewer.callMethod('login', {
        provider: 'manual',
        username: 'ada',
        password: 'lovelace',
      }),
    ).toMatchObject({ ok: true });
    expect(await viewer.callMethod('logout')).toMatchObject({ ok: true });
    const allSettled = `Promise.race([Promise.all(asked).then(() => true), new Promise((resolve) => setTimeout(resolve, 2000, false))])`;
    expect(await viewer.evaluate(allSettled)).toBe(true);
    expect(
      (await viewer.evaluate('Promise.all(asked)')).filter(
        (text: string) => !/: (ok|aborted|session-lost)$/.test(text),
      ),
    ).toEqual([]);
    expect(await viewer.events('uncaught')).toEqual([]);
  });

  test('logout while init is under way', async ({ page, context, pages, server, openPage }) => {
    const late = heldReply(() => answer(initResult('81')));
    server.script('session/init', late.reply);
    const viewer = await openPage(page, { platform: server });
    await viewer.waitForStatus('opening');
    await soon(late.waiting).toBe(1);
    expect(await viewer.callMethod('logout')).toMatchObject({ ok: true });
    expect(await viewer.state()).toMatchObject({ status: 'ended', id: null });
    late.release();
    server.script('session/init', () => answer(initResult('82')));
    expect(await viewer.callEndpoint('session/currentweather')).toMatchObject({ ok: true });
    expect(await viewer.state()).toMatchObject({ status: 'ready', id: '82' });
    expect((await viewer.states()).map(({ id }) => id)).not.toContain('81');
    expect(callsWith(server, '81'), 'it is dropped unused').toEqual(['session/logout']);
    const { mirror, durable } = await readStoredData(context, pages.origin());
    expect([...mirror, ...durable].filter((text) => text.includes('"81"'))).toEqual([]);
  });

  test('another tab logs out while init is under way', async ({
    context,
    server,
    pages,
    addPage,
  }) => {
    const url = pages.origin() + addPage({ platform: server });
    const [one, two] = [viewerOf(await context.newPage()), viewerOf(await context.newPage())];
    for (const { page } of [one, two]) await page.goto(url);
    await one.waitForStatus('ready');
    const { id } = await two.waitForStatus('ready');
    const late = heldReply(() => answer(initResult('83')));
    server.script('session/init', late.reply);
    server.expire(id!);
    await one.evaluate(
      `void (window.outcome = viewer.settle(runtime.call('session/currentweather')))`,
    );
    await soon(late.waiting).toBe(1);
    expect(await two.callMethod('logout')).toMatchObject({ ok: true });
    await soon(async () => (await one.state()).user).toBe(null);
    server.script('session/init', () => answer(initResult('84')));
    late.release();
    await one.evaluate('outcome');
    for (const viewer of [one, two]) {
      expect(await viewer.callEndpoint('session/currentweather', { lat: 1 })).toMatchObject({
        ok: true,
      });
      expect((await viewer.states()).map((state) => state.id)).not.toContain('83');
    }
    expect(callsWith(server, '83'), 'it is dropped unused').toEqual(['session/logout']);
    const { mirror, durable } = await readStoredData(context, pages.origin());
    expect([...mirror, ...durable].filter((text) => text.includes('"83"'))).toEqual([]);
  });

  test('a storage event comes after a restore', async ({ chromium, server, pages, addPage }) => {
    const url = pages.origin() + addPage({ platform: server });
    const [restored, other] = [await chromium.newTab(), await chromium.newTab()];
    await restored.goto(url);
    const viewer = viewerOf(restored);
    const { id } = await viewer.waitForStatus('ready');
    // A page that still loads code may not be cached.
    await restored.waitForLoadState('networkidle');
    await restored.goto(`${pages.origin()}/blank`);
    await other.goto(url);
    const busy = viewerOf(other);
    expect(await busy.waitForStatus('ready')).toMatchObject({ id });
    for (const lat of [1, 2, 3]) {
      server.expire((await busy.state()).id!);
      expect(await busy.callEndpoint('session/currentweather', { lat })).toMatchObject({
        ok: true,
      });
    }
    const newest = server.sessions.at(-1)!;
    await restored.goBack({ waitUntil: 'commit' });
    await soon(() => viewer.evaluate('viewer.persisted')).toBe(true);
    await soon(async () => (await viewer.state()).id).toBe(newest);
    expect(await viewer.callEndpoint('session/currentweather', { lat: 4 })).toMatchObject({
      ok: true,
    });
    expect(server.arrivals.all.at(-1)!.session).toBe(newest);
    const seen = (await viewer.states())
      .map((state) => state.id)
      .filter((one, place, all) => one && one !== all[place - 1]);
    expect(seen, 'never back to an older one').toEqual([id, newest]);
  });

  test('prerendering', async ({ browserName, faultProxy, pages, addPage }) => {
    test.skip(browserName !== 'chromium', 'Only Chromium prerenders by speculation rules');
    const tell = (what: string) => `fetch('/told?' + ${what})`;
    const path = addPage({
      platform: faultProxy,
      body: `<script>
      ${tell("'prerendering=' + document.prerendering")};
      usher.push((runtime) => {
        ${tell("'loaded=' + document.prerendering")};
        runtime.start().then(() => ${tell("'ready=' + (performance.getEntriesByType('navigation')[0].activationStart > 0)")});
      });
    </script>`,
    });
    const rules = JSON.stringify({ prerender: [{ urls: [path], eagerness: 'immediate' }] });
    const go = `${path}-go`; // the viewer opens this address later
    const start = pages.add({
      body: `<script type="speculationrules">${rules}</script><script>
      setInterval(() => fetch('${go}').then(({ ok }) => { if (ok) location.href = '${path}'; }), 50);
    </script>`,
    });
    const told = (what: string) => () => pages.fetched.includes(`/told?${what}`);
    const close = await openUnwatched(pages.origin() + start);
    try {
      await soon(told('prerendering=true')).toBe(true);
      await soon(told('loaded=true')).toBe(true);
      // A request of its own would have arrived by now.
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(faultProxy.arrivals.all.length).toBe(0);
      pages.add({}, go);
      await soon(told('ready=true')).toBe(true);
      expect(faultProxy.arrivals.of('session/init').length).toBe(1);
    } finally {
      await close();
    }
  });

  test('the runtime is loaded', async ({ chromium, faultProxy, pages, addPage }) => {
    const tab = await chromium.newTab();
    const devtools = await chromium.devtools(tab);
    const reasons: string[] = [];
    devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
      reasons.push(...notRestoredExplanations.map(({ reason }) => reason)),
    );
    await devtools.send('Page.enable');
    await tab.goto(pages.origin() + addPage({ platform: faultProxy }));
    const viewer = viewerOf(tab);
    const { id } = await viewer.waitForStatus('ready');
    await viewer.callEndpoint('session/currentweather');
    await tab.waitForLoadState('networkidle');
    const { result } = await devtools.send('Runtime.evaluate', { expression: 'window' });
    const { listeners } = await devtools.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId!,
    });
    expect(listeners.map(({ type }) => type).filter((type) => /unload/.test(type))).toEqual([]);
    for (const during of ['nothing', 'a call']) {
      if (during === 'a call') {
        faultProxy.inject('session/currentweather', { kind: 'delay', ms: 500 });
        await viewer.evaluate(
          'void (window.late = viewer.settle(runtime.call("session/currentweather", { lat: 3 })))',
        );
      }
      await tab.goto(`${pages.origin()}/blank`);
      await tab.goBack({ waitUntil: 'commit' });
      await soon(() => viewer.evaluate('window.viewer && viewer.persisted')).toBe(true);
      expect(reasons, `left during ${during}`).toEqual([]);
      expect(await viewer.state()).toMatchObject({ status: 'ready', id });
      await viewer.evaluate('viewer.persisted = false');
    }
    expect(await viewer.callEndpoint('session/currentweather', { lat: 4 })).toMatchObject({
      ok: true,
    });
  });

  test('a channel message evicts the payment page from the back/forward cache', async ({
    chromium,
    faultProxy,
    pages,
    addShop,
    film,
    platform,
    expectPaidOnce,
  }) => {
    const pace = paceSoon(10, { deadlinesMs: [100, 2000, 10_000] });
    platform.clock.follow(pace);
    const url = addShop({
      platform: faultProxy,
      patches: [movableClocks(pace)],
      body: `<script>window.channel = new BroadcastChannel('page');</script>`,
    });
    const tab = await chromium.newTab();
    const devtools = await chromium.devtools(tab);
    const reasons: string[] = [];
    devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
      reasons.push(...notRestoredExplanations.map(({ reason }) => reason)),
    );
    await devtools.send('Page.enable');
    await tab.goto(url);
    const buyer = buyerOf(tab, film);
    await buyer.logIn();
    await tab.waitForLoadState('networkidle');
    await buyer.goToProvider();
    const leftAt = Date.now();
    const other = await chromium.newTab();
    await other.goto(`${pages.origin()}/blank`);
    await other.evaluate(() => new BroadcastChannel('page').postMessage('out'));
    await tab.bringToFront();
    await tab.goBack({ waitUntil: 'commit' });
    const { id } = await buyer.waitForPurchase('awaiting-provider');
    expect(reasons).toEqual(['BroadcastChannelOnMessage']);
    expect(await buyer.evaluate('viewer.persisted'), 'loaded anew').toBe(false);

    // A second click within 10 s may be a double click.
    await soon(() => pacedMs(pace, leftAt, Date.now())).toBeGreaterThan(11_000);
    await buyer.goToProvider();
    await pressProviderButton(tab, 'approve');
    expect(await buyer.waitForPurchase('granted')).toMatchObject({ id });
    expect(faultProxy.arrivals.of('payment/preparetransaction')).toHaveLength(1);
    await expectPaidOnce((await buyer.purchases())[0]!.transactionId);
  });

  test('sandboxed iframe without an origin', async ({ page, faultProxy, pages, addPage }) => {
    const path = addPage({ platform: faultProxy });
    await page.goto(
      pages.origin() +
        pages.add({ body: `<iframe sandbox="allow-scripts" src="${path}"></iframe>` }),
    );
    await soon(() => page.frames().length).toBe(2);
    const viewer = viewerOf(page.frames()[1]!);
    await soon(() => viewer.evaluate('origin')).toBe('null');
    const { id } = await viewer.waitForStatus('ready');
    expect(await viewer.callMethod('start')).toMatchObject({ ok: true, value: { id } });
    expect(await viewer.callEndpoint('session/currentweather')).toMatchObject({ ok: true });
    expect(
      await viewer.callMethod('login', {
        provider: 'manual',
        username: 'ada',
        password: 'lovelace',
      }),
    ).toMatchObject({ ok: true });
    expect([...(await viewer.events('error')), ...(await viewer.events('uncaught'))]).toEqual([]);
  });

  test('cross-site iframe', async ({ chromium, faultProxy, pages, addPage }) => {
    const path = addPage({ platform: faultProxy });
    const tab = await chromium.newTab();
    await tab.goto(pages.origin('localhost') + path);
    const own = await viewerOf(tab).waitForStatus('ready');
    const around = pages.add({
      body: `<iframe src="${pages.origin('localhost')}${path}"></iframe>`,
    });
    const ids: (string | null)[] = [];
    for (let visit = 0; visit < 2; visit++) {
      await tab.goto(pages.origin() + around);
      await soon(() => tab.frames().length).toBe(2);
      ids.push((await viewerOf(tab.frames()[1]!).waitForStatus('ready')).id);
    }
    expect(ids[0]).not.toBe(own.id);
    expect(ids[1], 'the next visit goes on with it').toBe(ids[0]);
    const devices = faultProxy.arrivals.of('session/init').map(({ body }) => body.get('nxp_devh'));
    expect(new Set(devices).size).toBe(2);
    expect(devices).toHaveLength(2);
  });
});
