import { expect, test } from '@playwright/test';
import { createAttempts } from '../../../src/checkout/finish/attempts.ts';

const dayMs = 86_400_000;

/** Attempts of a page, with clocks that move by hand. */
function createPage(wallMs: number) {
  const clock = { wallMs, monotonicMs: 500 };
  const attempts = createAttempts({ now: () => clock.wallMs, monotonic: () => clock.monotonicMs });
  const pass = (ms: number): void => {
    clock.wallMs += ms;
    clock.monotonicMs += ms;
  };
  return { attempts, clock, pass };
}

test('an error lasts from its first answer, also on a later page', () => {
  const { attempts, pass } = createPage(dayMs);
  expect(attempts.sinceErrorMs('a', dayMs)).toBe(0);
  pass(1000);
  expect(attempts.sinceErrorMs('a', dayMs)).toBe(1000);
  const later = createPage(3 * dayMs);
  expect(later.attempts.sinceErrorMs('a', dayMs)).toBe(2 * dayMs);
});

test('a clock that is set makes no error older or younger', () => {
  for (const jumpMs of [2 * dayMs, -2 * dayMs]) {
    const { attempts, clock, pass } = createPage(5 * dayMs);
    attempts.sinceErrorMs('a', 5 * dayMs);
    clock.wallMs += jumpMs;
    pass(10);
    expect(attempts.sinceErrorMs('a', 5 * dayMs)).toBe(10);
  }
});

test('another error of the same purchase, and that of another purchase, begin anew', () => {
  const { attempts, pass } = createPage(dayMs);
  attempts.sinceErrorMs('a', dayMs);
  pass(1000);
  expect(attempts.sinceErrorMs('b', dayMs + 1000)).toBe(0);
  expect(attempts.sinceErrorMs('a', dayMs + 1000)).toBe(0);
});
