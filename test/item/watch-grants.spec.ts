import { expect, test } from '@playwright/test';
import type { OnWake } from '../../src/browser/wake.ts';
import { unasked, type ItemState } from '../../src/item/item-state.ts';
import type { Items } from '../../src/item/items.ts';
import { watchGrants } from '../../src/item/watch-grants.ts';
import { createFakeClock } from '../fixtures/transport/fake-clock.ts';

const secondMs = 1000;
const error = { code: 'platform', message: 'busy', status: 503, retryable: true } as const;

/** A page with one item, whose grants are watched. Times are in seconds from the start. */
function watch(first?: Partial<ItemState>, graceMs?: number) {
  const fake = createFakeClock();
  const [startMs, shift] = [fake.now(), { ms: 0 }];
  const selling = { graceMs };
  const clock = { ...fake, now: () => fake.now() + shift.ms };
  const grantUntil = (seconds: number): ItemState => ({
    ...unasked,
    access: 'granted',
    reason: 'paid',
    checkedAt: clock.now(),
    expiresAt: startMs + seconds * secondMs,
  });
  const shown = { state: first ? { ...grantUntil(60), ...first } : unasked };
  const checkedAt: number[] = [];
  const internals = {
    $state: { get: () => shown.state },
    retryAt: 0,
    display: (_: ItemState) => {},
  };
  const item = {
    internals,
    recheck: async () => void checkedAt.push(fake.monotonic() / secondMs),
  };
  const observers: Items['observers'] = new Set();
  let wake: Parameters<OnWake>[0] = () => {};
  let isAsleep = true;
  const stop = watchGrants(
    { item: () => undefined as never, known: new Map([['7', item as never]]), observers },
    clock,
    (listener) => {
      wake = listener;
      isAsleep = false;
      return () => (isAsleep = true);
    },
    selling,
  );
  const show = (state: ItemState): void => {
    shown.state = state;
    for (const observe of observers) observe(item as never, state);
  };
  internals.display = show;
  return {
    fake,
    shown,
    shift,
    checkedAt,
    observers,
    /** The options, which a page may change by \`configure\`. */
    selling,
    stop,
    show,
    grantUntil,
    /** The platform answers a check with an error, and requests to wait for so many seconds. */
    refuse(seconds: number) {
      internals.retryAt = fake.monotonic() + seconds * secondMs;
      show({ ...shown.state, error });
    },
    wake: () => wake('pageshow'),
    isStopped: () => isAsleep,
    pass: (seconds: number) => fake.advance(seconds * secondMs),
  };
}

test('a grant that ends is checked at its end, and every minute while it is shown', async () => {
  const page = watch({});
  await page.pass(59);
  expect(page.checkedAt).toEqual([]);
  await page.pass(130);
  expect(page.checkedAt).toEqual([60, 120, 180]);
});

test('a grant that the platform extends is checked at its new end', async () => {
  const page = watch({});
  await page.pass(30);
  page.show(page.grantUntil(100));
  await page.pass(100);
  expect(page.checkedAt).toEqual([100]);
});

test('what does not end, and what is not granted, is not checked', async () => {
  for (const state of [{ expiresAt: null }, { access: 'denied' }, { access: 'unknown' }] as const) {
    const page = watch(state);
    expect(page.fake.waiting()).toBe(0);
    page.wake();
    await page.pass(200);
    expect(page.checkedAt).toEqual([]);
  }
});

test('a grant that was taken back is checked no more', async () => {
  const page = watch({});
  page.show({ ...page.grantUntil(60), access: 'denied' });
  await page.pass(200);
  expect(page.checkedAt).toEqual([]);
});

test('a grant whose end passed in sleep is checked when the page wakes', async () => {
  const page = watch({});
  await page.pass(10);
  page.shift.ms = 3600 * secondMs;
  page.wake();
  expect(page.checkedAt).toEqual([10]);
  page.wake();
  expect(page.checkedAt, 'not again within a minute').toEqual([10]);
});

test('a clock that is set back does not extend a grant', async () => {
  const page = watch({});
  page.shift.ms = -3600 * secondMs;
  page.wake();
  await page.pass(61);
  expect(page.checkedAt).toEqual([60]);
});

test('a page that learns late of a grant counts from its answer', async () => {
  const page = watch();
  await page.pass(20);
  page.show({ ...page.grantUntil(50), checkedAt: page.fake.now() - 20 * secondMs });
  await page.pass(40);
  expect(page.checkedAt).toEqual([50]);
});

test('a page that learns late of a grant checks it at its end, also when the clock is set back', async () => {
  const page = watch();
  await page.pass(20);
  page.show({ ...page.grantUntil(50), checkedAt: page.fake.now() - 20 * secondMs });
  page.shift.ms = -3600 * secondMs;
  await page.pass(40);
  expect(page.checkedAt).toEqual([50]);
});

test('a grant that is confirmed after a wrong clock was corrected is checked at its end only', async () => {
  const page = watch();
  page.shift.ms = 3600 * secondMs;
  page.show(page.grantUntil(4000));
  page.shift.ms = 0;
  await page.pass(400);
  expect(page.checkedAt).toEqual([400]);
  page.show(page.grantUntil(4000));
  await page.pass(3601);
  expect(page.checkedAt).toEqual([400, 4000]);
});

test('a change of access without an item changes no plan', async () => {
  const page = watch({});
  for (const observe of page.observers) observe();
  await page.pass(61);
  expect(page.checkedAt).toEqual([60]);
});

test('nothing is checked after the end of the runtime', async () => {
  const page = watch({});
  page.stop();
  expect([page.observers.size, page.fake.waiting(), page.isStopped()]).toEqual([0, 0, true]);
  await page.pass(200);
  expect(page.checkedAt).toEqual([]);
});

test('a grant that was renewed is checked a minute after the last check of it at the earliest', async () => {
  const page = watch({});
  await page.pass(60);
  page.show(page.grantUntil(70));
  await page.pass(100);
  expect(page.checkedAt).toEqual([60, 120]);
});

test('a grant that the platform confirms at its end is checked again soon, and then less often', async () => {
  const page = watch({});
  await page.pass(60);
  // The platform's clock is some seconds behind.
  for (const seconds of [0, 2, 4, 8, 16, 32, 60, 60]) {
    await page.pass(seconds);
    page.show(page.grantUntil(60));
  }
  expect(page.checkedAt).toEqual([60, 62, 66, 74, 90, 122, 182, 242]);
  page.show(page.grantUntil(1000));
  await page.pass(1000);
  expect(page.checkedAt.slice(8)).toEqual([1000, 1060, 1120, 1180, 1240]);
});

test('a check of the page before the end of a grant does not put off the one at its end', async () => {
  const page = watch({});
  await page.pass(59);
  page.show(page.grantUntil(60));
  await page.pass(1);
  expect(page.checkedAt).toEqual([60]);
});

test('a grant that is kept for a grace period is also checked at the end of that', async () => {
  for (const [graceSeconds, checks] of [
    [0, [60, 120, 180]],
    [30, [60, 90, 150]],
    [90, [60, 120, 150]],
    [300, [60, 120, 180]],
  ] as const) {
    const page = watch({}, graceSeconds * secondMs);
    await page.pass(181);
    expect(page.checkedAt, `a grace of ${graceSeconds} s`).toEqual(checks);
  }
});

test('a grant in its grace period is not checked before the time that the platform requests', async () => {
  const page = watch({}, 900 * secondMs);
  await page.pass(60);
  page.refuse(600);
  await page.pass(599);
  page.wake();
  expect(page.checkedAt).toEqual([60]);
  await page.pass(1);
  expect(page.checkedAt).toEqual([60, 660]);
  expect(page.shown.state.access).toBe('granted');
});

test('a grant that ends while the platform requests to wait is shown as ended, and checked later', async () => {
  for (const [graceSeconds, end] of [
    [0, 60],
    [120, 180],
  ] as const) {
    const page = watch({}, graceSeconds * secondMs);
    await page.pass(50);
    page.refuse(600);
    await page.pass(end - 51);
    expect(page.shown.state).toMatchObject({ access: 'granted', error });
    await page.pass(1);
    expect(page.shown.state).toEqual({ ...unasked, reason: 'error', error });
    await page.pass(650 - end - 1);
    page.wake();
    expect(page.checkedAt).toEqual([]);
    await page.pass(1);
    expect(page.checkedAt).toEqual([650]);
  }
});

test('a grace period that the page configures later counts for a grant that is watched', async () => {
  const page = watch({});
  page.selling.graceMs = 30 * secondMs;
  await page.pass(91);
  expect(page.checkedAt, 'at both ends').toEqual([60, 90]);

  const waiting = watch({});
  waiting.selling.graceMs = 120 * secondMs;
  await waiting.pass(50);
  waiting.refuse(600);
  await waiting.pass(129);
  expect(waiting.shown.state.access).toBe('granted');
  await waiting.pass(1);
  expect(waiting.shown.state.access).toBe('unknown');
});

test('a grant that ended and was then checked by the page is not checked after the wait', async () => {
  const page = watch({});
  await page.pass(50);
  page.refuse(600);
  await page.pass(10);
  page.show({ ...unasked, access: 'denied', reason: 'not-paid', checkedAt: page.fake.now() });
  await page.pass(1000);
  expect(page.checkedAt).toEqual([]);
});
