import { expect, test } from '@playwright/test';
import { createAttempts } from '../../../src/checkout/finish/attempts.ts';

const secondMs = 1000;
const startMs = Date.UTC(2026, 10, 20);

/** A clock whose two times are set by hand. */
const createClock = () => {
  const times = { wall: startMs, elapsed: 0 };
  return { times, now: () => times.wall, monotonic: () => times.elapsed };
};

test('of the attempts for one purchase only one is under way', () => {
  const attempts = createAttempts(createClock());
  expect(attempts.begin('a')).toBe(true);
  expect(attempts.begin('a')).toBe(false);
  expect(attempts.begin('b')).toBe(true);
  attempts.end('a');
  expect([attempts.isUnderWay('a'), attempts.isUnderWay('b')]).toEqual([false, true]);
  expect(attempts.begin('a')).toBe(true);
});

test('earlier tries of a purchase are ignored until they are counted again', () => {
  const attempts = createAttempts(createClock());
  attempts.resetTries('a');
  expect([attempts.isReset('a'), attempts.isReset('b')]).toEqual([true, false]);
  attempts.countAgain('a');
  expect(attempts.isReset('a')).toBe(false);
});

test('a shorter delay does not replace a longer one', () => {
  const clock = createClock();
  const attempts = createAttempts(clock);
  expect(attempts.waitMs('a')).toBeLessThanOrEqual(0);
  clock.times.elapsed = 5 * secondMs;
  attempts.postpone('a', 60 * secondMs);
  attempts.postpone('a', 10 * secondMs);
  expect(attempts.waitMs('a')).toBe(60 * secondMs);
  expect(attempts.waitMs('b')).toBeLessThanOrEqual(0);
  clock.times.elapsed = 20 * secondMs;
  expect(attempts.waitMs('a')).toBe(45 * secondMs);
});

for (const [words, wallMs, elapsedMs, sinceMs] of [
  ['of both clocks while they agree', 20_000, 20_000, 20_000],
  ['of the monotonic clock when the wall clock is set back', -3_600_000, 20_000, 20_000],
  ['of the wall clock after the machine has slept', 20_000, 500, 20_000],
] as const) {
  test(`the time since a try is that ${words}`, () => {
    const clock = createClock();
    const attempts = createAttempts(clock);
    const purchase = { id: 'a', triedAt: startMs };
    expect(attempts.sinceTryMs(purchase)).toBe(0);
    clock.times.wall += wallMs;
    clock.times.elapsed += elapsedMs;
    expect(attempts.sinceTryMs(purchase)).toBe(sinceMs);
  });
}

test('each try of another page is counted from when this page learns of it', () => {
  const clock = createClock();
  const attempts = createAttempts(clock);
  expect(attempts.sinceTryMs({ id: 'a', triedAt: startMs - 5 * secondMs })).toBe(5 * secondMs);
  clock.times.wall += 60 * secondMs;
  clock.times.elapsed += 60 * secondMs;
  expect(attempts.sinceTryMs({ id: 'a', triedAt: startMs + 60 * secondMs })).toBe(0);
  expect(attempts.sinceTryMs({ id: 'b', triedAt: startMs })).toBe(60 * secondMs);
});

test('a purchase without a try is due at once', () => {
  const attempts = createAttempts(createClock());
  expect(attempts.sinceTryMs({ id: 'a' })).toBe(Infinity);
  expect(attempts.sinceTryMs({ id: 'a', triedAt: 0 })).toBe(Infinity);
});
