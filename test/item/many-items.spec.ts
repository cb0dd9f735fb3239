import { expect, test } from '@playwright/test';
import { forgetOldest } from '../../src/item/forget-oldest.ts';
import type { KnownItem } from '../../src/item/item.ts';
import type { Items } from '../../src/item/items.ts';
import { watchGrants } from '../../src/item/watch-grants.ts';
import { createConcurrencyLimit } from '../../src/transport/concurrency-limit.ts';

const count = 4000;

test('a change of one of 4,000 items looks at that item, and a timer at all', () => {
  let looks = 0;
  let now = 0;
  const timers: { readonly at: number; readonly run: () => void }[] = [];
  const clock = {
    now: () => now,
    monotonic: () => now,
    after: (ms: number, run: () => void) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  };
  const refreshed: string[] = [];
  const keys = Array.from({ length: count }, (_, index) => `item=${index}`);
  const stateOf = (index: number): object => {
    looks++;
    return { access: 'granted', expiresAt: 1000 * (index + 1), checkedAt: 0 };
  };
  const known = new Map(
    keys.map((key, index) => [
      key,
      {
        internals: { $state: { get: () => stateOf(index) }, retryAt: 0 },
        recheck: () => void refreshed.push(key),
      },
    ]),
  ) as unknown as Items['known'];
  const observers: Items['observers'] = new Set();
  const stop = watchGrants(
    { item: () => undefined as never, known, observers },
    clock,
    () => () => {},
  );
  expect(looks).toBe(count);
  looks = 0;
  for (const item of known.values()) for (const observe of observers) observe(item);
  expect(looks).toBe(count);
  expect(
    timers.map(({ at }) => at),
    'one timer, for the first grant that ends',
  ).toEqual([1000]);
  now = 1000;
  timers.shift()!.run();
  expect(refreshed).toEqual(['item=0']);
  expect(timers.map(({ at }) => at)).toEqual([2000]);
  stop();
  expect(timers).toEqual([]);
});

test('10,000 items that the page no longer follows are forgotten by one change', () => {
  let forgotten = 0;
  const known: Items['known'] = new Map();
  const observers: Items['observers'] = new Set();
  for (let index = 0; index < 10_000; index++) {
    const display = (): void => {
      forgotten++;
      for (const observe of observers) observe();
    };
    const internals = { $state: { lc: 0, get: () => ({ access: 'granted' }) }, display };
    known.set(index, { internals } as unknown as KnownItem<unknown>);
  }
  forgetOldest({ item: () => undefined as never, known, observers });
  for (const observe of observers) observe();
  expect({ forgotten, left: known.size, oldest: [...known.keys()][0] }).toEqual({
    forgotten: 9000,
    left: 1000,
    oldest: 9000,
  });
});

test('4,000 tasks that are added together are sorted once', async () => {
  let ranks = 0;
  const run = createConcurrencyLimit(3);
  const rank = (): number => {
    ranks++;
    return 0;
  };
  const ends: (() => void)[] = [];
  const task = (): Promise<void> => new Promise((resolve) => void ends.push(resolve));
  const all = Array.from({ length: count }, () => run(task, [], { rank }));
  await new Promise((resolve) => setImmediate(resolve));
  expect(ends).toHaveLength(3);
  expect(ranks).toBeLessThanOrEqual(count + 3 * 3);
  while (ends.length) {
    for (const end of ends.splice(0)) end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(all);
  expect(ranks, 'each is looked at again when it is next').toBeLessThanOrEqual(5 * count);
});
