import type { BrowserContext, Page } from '@playwright/test';
import { mostAtOnce } from './support/arrivals.ts';
import { prepareCrash, type CrashTab } from './support/crash-tab.ts';
import { expect, test } from './support/faults.ts';
import { measureHealthy } from './support/healthy-page.ts';
import {
  locksNeverGranted,
  movableClocks,
  paceOfKeepalive,
  paceSoon,
} from './support/page-patches.ts';
import { pacedMs } from './support/platform-clock.ts';
import { answer, heldReply, initResult } from './support/scripted-server.ts';
import { soon, viewerOf, type Viewer } from './support/viewer.ts';

test.use({ domain: 9304 });

/** More tabs of one page. They start together. */
async function openTabs(context: BrowserContext, url: string, count: number): Promise<Viewer[]> {
  return goTogether(await Promise.all(Array.from({ length: count }, () => context.newPage())), url);
}

/**
 * Tabs of a page without the runtime. Their processes have started, so the next page loads fast.
 */
async function openBlankTabs(
  context: BrowserContext,
  origin: string,
  count: number,
): Promise<Page[]> {
  const tabs = await Promise.all(Array.from({ length: count }, () => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto(`${origin}/blank`)));
  return tabs;
}

async function goTogether(tabs: readonly Page[], url: string): Promise<Viewer[]> {
  await Promise.all(tabs.map((tab) => tab.goto(url)));
  return tabs.map(viewerOf);
}

const idsOf = async (viewers: readonly Viewer[]): Promise<(string | null)[]> =>
  Promise.all(viewers.map(async (viewer) => (await viewer.state()).id));

/** A device with the earliest first keepalive, 10:15 min after a session opened now. */
function hashOfEarlyPhase(): string {
  const phase = ((Date.now() + 600_000) % 720_000) / 720_000;
  return `1:1500000000:${String(Math.floor(phase * 1e5)).padStart(5, '0')}1`;
}

test.describe('Tabs and lifecycle', () => {
  test(
    'four tabs open at once',
    { tag: '@main' },
    async ({ context, faultProxy, pages, addPage }) => {
      faultProxy.inject('session/init', { kind: 'delay', ms: 200 });
      const viewers = await openTabs(
        context,
        pages.origin() + addPage({ platform: faultProxy }),
        4,
      );
      for (const viewer of viewers) await viewer.waitForStatus('ready');
      await soon(async () => new Set(await idsOf(viewers)).size).toBe(1);
      const [id] = await idsOf(viewers);
      const outcomes = await Promise.all(
        viewers.map((viewer, lat) =>
          viewer.callEndpoint('session/currentweather', { lat, lng: 1 }),
        ),
      );
      expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true]);
      expect(
        faultProxy.arrivals
          .of('session/currentweather')
          .map(({ session, status }) => [session, status]),
      ).toEqual(viewers.map(() => [id, 200]));
    },
  );

  test('four tabs share one keepalive', async ({
    context,
    faultProxy,
    platform,
    pages,
    addPage,
  }) => {
    await context.addInitScript(
      ([key, saved]) => void (localStorage.getItem(key!) ?? localStorage.setItem(key!, saved!)),
      [
        `usher:${faultProxy.url}/v3.1/9304|9304`,
        JSON.stringify({ deviceHash: hashOfEarlyPhase(), epoch: 0 }),
      ],
    );
    // The clocks jump. Between the jumps they run as fast as the machine's: a lease that ended
    // sooner than the deadline of a request would let a second tab send.
    const viewers = await openTabs(
      context,
      pages.origin() + addPage({ platform: faultProxy, patches: [movableClocks()] }),
      4,
    );
    for (const viewer of viewers) await viewer.waitForStatus('ready');
    await soon(async () => new Set(await idsOf(viewers)).size).toBe(1);
    const kept = () => faultProxy.arrivals.of('session/keepalive');
    faultProxy.inject('session/keepalive', { kind: 'delay', ms: 1000 });
    let before = faultProxy.arrivals.of('session/init')[0]!.at;
    for (const [place, skippedMs] of [610_000, 695_000].entries()) {
      platform.clock.pass(skippedMs);
      const skip = `time.wall.pass(${skippedMs}); time.monotonic.pass(${skippedMs})`;
      await Promise.all(viewers.map(({ evaluate }) => evaluate(`${skip}; void 0`)));
      const wake = `dispatchEvent(new Event('pageshow')); void 0`;
      await Promise.all(viewers.map(({ evaluate }) => evaluate(wake)));
      await soon(() => kept().length, 60_000).toBeGreaterThan(place);
      const { at } = kept()[place]!;
      await soon(() => Date.now() - at).toBeGreaterThan(5000); // all four have read the clock
      expect(kept()).toHaveLength(place + 1);
      expect(at - before + skippedMs).toBeGreaterThan(10 * 60_000);
      expect(at - before + skippedMs).toBeLessThan(15 * 60_000);
      before = at;
    }
  });

  test('a frozen tab holds the lock', async ({ chromium, server, pages, addPage }) => {
    // Ten times as fast: a lease of 15 s lasts 1.5 s.
    const pace = paceSoon(10);
    const url = pages.origin() + addPage({ platform: server, patches: [movableClocks(pace)] });
    const [first, second] = [await chromium.newTab(), await chromium.newTab()];
    await first.goto(url);
    const frozen = viewerOf(first);
    const { id } = await frozen.waitForStatus('ready');
    await second.goto(url);
    await second.bringToFront();
    const other = viewerOf(second);
    expect(await other.waitForStatus('ready')).toMatchObject({ id });

    await soon(() => Date.now() > pace.since).toBe(true);
    const stuck = heldReply(() => answer(initResult('71')));
    server.script('session/init', stuck.reply);
    server.expire(id!);
    await frozen.evaluate(
      `void (window.outcome = viewer.settle(runtime.call('session/currentweather', { lat: 1 })))`,
    );
    await soon(() => stuck.waiting()).toBe(1);
    await chromium.freeze(first);
    server.script('session/init', () => answer(initResult('72')));
    const startedAt = Date.now();
    expect(await other.callEndpoint('session/currentweather', { lat: 2 })).toMatchObject({
      ok: true,
    });
    // 15 s, 2 s more to acquire it, and the time that a busy machine adds at ten times the speed.
    expect(pacedMs(pace, startedAt, Date.now()), 'ms until the lease has ended').toBeLessThan(
      17_000 + 6000,
    );
    expect(await other.state()).toMatchObject({ status: 'ready', id: '72' });

    stuck.release();
    await chromium.resume(first);
    await soon(async () => (await frozen.state()).id).toBe('72');
    expect(await frozen.evaluate('outcome')).toMatchObject({ ok: true });
    expect((await other.state()).id).toBe('72');
    expect((await other.states()).map((state) => state.id)).not.toContain('71');
  });

  test('a lock that is never granted', async ({ page, browser, server, openPage }) => {
    const healthy = await measureHealthy(browser, openPage);
    const viewer = await openPage(page, { platform: server, patches: [locksNeverGranted] });
    const { id } = await viewer.waitForStatus('ready');
    server.expire(id!);
    const startedAt = Date.now();
    expect(await viewer.callEndpoint('session/currentweather')).toMatchObject({ ok: true });
    expect(Date.now() - startedAt - healthy.renewMs, 'ms longer').toBeLessThan(2900);
    expect(server.arrivals.of('session/init').length).toBe(2);
  });

  test('another tab re-inited first', async ({ context, server, pages, addPage }) => {
    const [one, two] = (await openTabs(
      context,
      pages.origin() + addPage({ platform: server }),
      2,
    )) as [Viewer, Viewer];
    for (const viewer of [one, two]) await viewer.waitForStatus('ready');
    await soon(async () => new Set(await idsOf([one, two])).size).toBe(1);
    const opened = server.sessions.length;
    const lose = async (): Promise<void> => server.expire((await one.state()).id!);

    await lose();
    expect(await one.callEndpoint('session/currentweather', { lat: 1 })).toMatchObject({
      ok: true,
    });
    expect(await two.callEndpoint('session/currentweather', { lat: 2 })).toMatchObject({
      ok: true,
    });
    expect(server.sessions).toHaveLength(opened + 1);

    await lose();
    // Longer than the claim of the sending tab (2 s). From then on only its lease stops the other
    // tab.
    server.slow('session/init', 3000);
    const outcomes = await Promise.all(
      [one, two].flatMap((viewer, tab) =>
        [3, 4, 5].map((lat) =>
          viewer.callEndpoint('session/currentweather', { lat: 10 * tab + lat }),
        ),
      ),
    );
    expect(outcomes.map(({ ok }) => ok)).toEqual(outcomes.map(() => true));
    expect(server.sessions).toHaveLength(opened + 2);
    expect(mostAtOnce(server.arrivals.of('session/init').slice(opened))).toBe(1);
    expect(await idsOf([one, two])).toEqual([server.sessions.at(-1), server.sessions.at(-1)]);
    for (const viewer of [one, two]) {
      const states = await viewer.states();
      const fromReady = states.slice(states.findIndex(({ status }) => status === 'ready'));
      expect(fromReady.map((state) => state.id)).not.toContain(null);
    }
  });

  test('one login and one logout reach every tab', async ({
    context,
    faultProxy,
    pages,
    addPage,
  }) => {
    const [one, two] = (await openTabs(
      context,
      pages.origin() + addPage({ platform: faultProxy }),
      2,
    )) as [Viewer, Viewer];
    for (const viewer of [one, two]) await viewer.waitForStatus('ready');
    await soon(async () => new Set(await idsOf([one, two])).size).toBe(1);
    expect(
      await one.callMethod('login', { provider: 'manual', username: 'ada', password: 'lovelace' }),
    ).toMatchObject({ ok: true });
    await soon(async () => (await two.state()).user?.name).toBe('ada');
    const { id } = await two.state();
    expect(await two.callMethod('logout')).toMatchObject({ ok: true });
    const end = Date.now();
    await soon(async () => (await one.state()).user).toBe(null);
    expect(await one.callEndpoint('session/currentweather')).toMatchObject({ ok: true });
    // Tabs that open at the same moment may have opened two sessions: the unused one is logged out.
    await soon(() =>
      faultProxy.arrivals
        .of('session/logout')
        .filter(({ session }) => session === id)
        .map(({ status }) => status)
        .join(),
    ).toBe('200');
    const late = faultProxy.arrivals.all.filter(({ at, session }) => at > end && session === id);
    expect(late.filter((arrival) => arrival.id !== 'session/logout')).toEqual([]);
  });

  test('the tab that was sending crashes', async ({
    context,
    faultProxy,
    platform,
    pages,
    addPage,
  }) => {
    const tabs = await openBlankTabs(context, pages.origin(), 2); // before time runs faster
    const crashes = new Map<Page, CrashTab>();
    for (const tab of tabs) crashes.set(tab, await prepareCrash(tab));
    const pace = paceOfKeepalive();
    platform.clock.follow(pace);
    const senders: Page[] = [];
    context.on('request', (request) => {
      if (request.url().includes('session/keepalive') && request.method() === 'POST') {
        senders.push(request.frame().page());
      }
    });
    const viewers = await goTogether(
      tabs,
      pages.origin() + addPage({ platform: faultProxy, patches: [movableClocks(pace)] }),
    );
    for (const viewer of viewers) await viewer.waitForStatus('ready');
    faultProxy.inject('session/keepalive', { kind: 'drop' }, 1);
    await expect
      .poll(() => faultProxy.arrivals.of('session/keepalive').length, {
        timeout: 30_000,
        intervals: [10],
      })
      .toBeGreaterThan(0);
    await crashes.get(senders[0]!)!();
    await soon(
      () =>
        faultProxy.arrivals.of('session/keepalive').filter(({ status }) => status === 200).length,
    ).toBe(1);
    const [opened, kept] = [
      faultProxy.arrivals.of('session/init')[0]!,
      faultProxy.arrivals.of('session/keepalive').at(-1)!,
    ];
    expect(pacedMs(pace, opened.at, kept.at)).toBeLessThan(15 * 60_000);
    expect(senders.at(-1)).not.toBe(senders[0]);
  });
});
