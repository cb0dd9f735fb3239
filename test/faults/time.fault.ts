import { expect, test } from './support/faults.ts';
import { movableClocks, paceOfKeepalive, patchOf } from './support/page-patches.ts';
import { pacedMs } from './support/platform-clock.ts';
import { answer, itemState } from './support/scripted-server.ts';
import { soon, viewerOf } from './support/viewer.ts';

test.use({ domain: 9303 });

const minuteMs = 60_000;

/**
 * A device and an hour at which a keepalive is due after exactly 12 min. Must follow
 * `movableClocks`.
 */
const dueInTheMiddle = patchOf(() => {
  Math.random = () => 0.002;
  (window as any).time.wall.pass(Date.UTC(2027, 0, 1) - Date.now());
});

test.describe('Time', () => {
  test('timers run once a minute (hidden tab)', async ({
    chromium,
    faultProxy,
    pages,
    platform,
    addPage,
  }) => {
    // A minute lasts a second here, and the browser runs a hidden tab's timers once a second.
    const pace = paceOfKeepalive();
    platform.clock.follow(pace);
    const tab = await chromium.newTab();
    await tab.goto(
      pages.origin() + addPage({ platform: faultProxy, patches: [movableClocks(pace)] }),
    );
    const viewer = viewerOf(tab);
    const { id } = await viewer.waitForStatus('ready');
    await (await chromium.newTab()).bringToFront();
    await soon(() => viewer.evaluate('document.visibilityState')).toBe('hidden');
    await soon(
      () =>
        faultProxy.arrivals
          .of('session/keepalive')
          .map(({ status }) => status)
          .join(),
      45_000,
    ).toBe('200,200');
    const alive = [
      ...faultProxy.arrivals.of('session/init'),
      ...faultProxy.arrivals.of('session/keepalive'),
    ];
    expect(alive).toHaveLength(3);
    for (const [place, { at }] of alive.slice(1).entries()) {
      const gapMs = pacedMs(pace, alive[place]!.at, at);
      expect(gapMs).toBeGreaterThan(10 * minuteMs);
      expect(gapMs).toBeLessThan(15 * minuteMs);
    }
    expect(await viewer.state()).toMatchObject({ status: 'ready', id });
  });

  test(
    'sleep longer than 15 min',
    { tag: '@main' },
    async ({ chromium, faultProxy, pages, platform, addPage }) => {
      const tab = await chromium.newTab();
      await tab.goto(
        pages.origin() + addPage({ platform: faultProxy, patches: [movableClocks()] }),
      );
      const viewer = viewerOf(tab);
      await viewer.waitForStatus('ready');
      await viewer.callEndpoint('session/currentweather'); // the code of calls is loaded
      const before = faultProxy.arrivals.all.length;
      // While all timers are stopped, 20 minutes pass and the page's calls become due.
      await viewer.evaluate(`(() => {
      time.jumpAt(time.realNow() + 200, 20 * ${minuteMs});
      setTimeout(() => { window.outcomes = Promise.all([1, 2, 3].map((lat) => viewer.settle(runtime.call('session/currentweather', { lat, lng: 1 })))); }, 400);
    })()`);
      chromium.stop();
      platform.clock.pass(20 * minuteMs);
      await new Promise((resolve) => setTimeout(resolve, 1000)); // asleep
      expect(faultProxy.arrivals.all.length).toBe(before);
      chromium.go();
      await soon(() => viewer.evaluate('!!window.outcomes')).toBe(true);
      expect((await viewer.evaluate('outcomes')).map(({ ok }: { ok: boolean }) => ok)).toEqual([
        true,
        true,
        true,
      ]);
      const since = faultProxy.arrivals.all.slice(before);
      // The session has ended at the platform. An init is sent, at once or after the keepalive, and
      // no call uses the old session.
      const sent = since.map(({ id, status }) => `${id} ${status}`).join(', ');
      expect(sent).toMatch(
        /^(session\/keepalive 401, )?session\/init 200(, session\/currentweather 200){3}$/,
      );
    },
  );

  test('wall clock jumps a year ahead', async ({ page, context, faultProxy, openPage }) => {
    const viewer = await openPage(page, { platform: faultProxy, patches: [movableClocks()] });
    const { id } = await viewer.waitForStatus('ready');
    const wake = async () => {
      await context.setOffline(true);
      await context.setOffline(false);
    };
    await page.waitForLoadState('networkidle'); // the keepalive is loaded when the page is idle
    await wake();
    expect(faultProxy.arrivals.of('session/keepalive').length).toBe(0);
    await viewer.evaluate(`time.wall.pass(365 * 24 * 60 * ${minuteMs})`);
    await wake();
    await soon(() => faultProxy.arrivals.of('session/keepalive').length).toBe(1);
    for (let again = 0; again < 3; again++) {
      await wake();
      expect(
        await viewer.callEndpoint('session/currentweather', { lat: again, lng: 1 }),
      ).toMatchObject({
        ok: true,
      });
    }
    expect(faultProxy.arrivals.of('session/keepalive').length).toBe(1);
    expect(faultProxy.arrivals.of('session/init').length).toBe(1);
    expect(await viewer.state()).toMatchObject({ status: 'ready', id });
  });

  for (const [title, sleeps] of [
    [
      'performance.now stands still in sleep',
      `time.monotonic.stop(), time.wall.pass(13 * ${minuteMs})`,
    ],
    [
      'the wall clock stands still in sleep, and performance.now goes on',
      `time.wall.stop(), time.monotonic.pass(13 * ${minuteMs})`,
    ],
    [
      'the wall clock is set back by a day while the page sleeps',
      `time.wall.pass(-24 * 60 * ${minuteMs}), time.monotonic.pass(13 * ${minuteMs})`,
    ],
  ] as const) {
    test(title, async ({ page, context, faultProxy, openPage }) => {
      const viewer = await openPage(page, { platform: faultProxy, patches: [movableClocks()] });
      const { id } = await viewer.waitForStatus('ready');
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      await viewer.evaluate(sleeps);
      await context.setOffline(false);
      await soon(() => faultProxy.arrivals.of('session/keepalive').length).toBe(1);
      expect(await viewer.callEndpoint('session/currentweather')).toMatchObject({ ok: true });
      expect(faultProxy.arrivals.of('session/keepalive').length).toBe(1);
      expect(faultProxy.arrivals.of('session/init').length).toBe(1);
      expect(await viewer.state()).toMatchObject({ status: 'ready', id });
    });
  }

  test('keepalive fails at minute 12', async ({ page, faultProxy, platform, openPage }) => {
    const pace = paceOfKeepalive();
    platform.clock.follow(pace);
    const viewer = await openPage(page, {
      platform: faultProxy,
      patches: [movableClocks(pace), dueInTheMiddle],
    });
    const { id } = await viewer.waitForStatus('ready');
    faultProxy.inject('session/keepalive', { kind: 'reset', when: 'unread' });
    await expect
      .poll(() => faultProxy.arrivals.of('session/keepalive').length, {
        timeout: 30_000,
        intervals: [10],
      })
      .toBe(1);
    const [opened, failed] = [
      faultProxy.arrivals.of('session/init')[0]!,
      faultProxy.arrivals.of('session/keepalive')[0]!,
    ];
    expect(
      Math.round(pacedMs(pace, opened.at, failed.at) / minuteMs),
      'the minute that fails',
    ).toBe(12);
    await faultProxy.down();
    await new Promise((resolve) => setTimeout(resolve, minuteMs / pace.rate)); // a minute offline
    await faultProxy.heal();
    await faultProxy.up();
    await soon(() =>
      faultProxy.arrivals
        .of('session/keepalive')
        .map(({ status }) => status ?? 'none')
        .join(),
    ).toMatch(/200$/);
    const kept = faultProxy.arrivals.of('session/keepalive').at(-1)!;
    expect(pacedMs(pace, opened.at, kept.at)).toBeLessThan(15 * minuteMs);
    expect(await viewer.state()).toMatchObject({ status: 'ready', id });
    expect(
      (await viewer.states()).map((state) => state.id).filter((one) => one !== id && one !== null),
    ).toEqual([]);
  });

  for (const [title, untilSeconds] of [
    ['validUntil in 2099', Date.UTC(2099, 0) / 1000],
    [
      'validUntil just beyond the longest timer',
      Math.floor(Date.now() / 1000) + 2 ** 31 / 1000 + 60,
    ],
  ] as const) {
    test(title, async ({ page, server, openPage }) => {
      server.script('payment/itemstate', () =>
        answer(itemState({ isPay: 1, reason: 'paid', validUntil: untilSeconds })),
      );
      const viewer = await openPage(page, { platform: server });
      await viewer.waitForStatus('ready');
      await viewer.evaluate(`(() => {
        window.seen = [];
        window.item = runtime.item({ item: 7, streamtype: 'video' });
        item.$state.subscribe(({ access }) => seen.push(access));
      })()`);
      await soon(() => viewer.evaluate('seen.at(-1)')).toBe('granted');
      // An overflowed timer fires at once.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      expect(await viewer.evaluate('seen.at(-1)')).toBe('granted');
      expect(await viewer.evaluate('seen.slice(seen.indexOf("granted"))')).toEqual(['granted']);
      expect(server.arrivals.of('payment/itemstate').length).toBe(1);
    });
  }
});
