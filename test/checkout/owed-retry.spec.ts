import { expect, test } from '@playwright/test';
import { createRetryQueue } from '../../src/checkout/owed-retry.ts';

const secondMs = 1000;

/** When something is tried, in seconds, that fails again at once until then. */
function triesUntil(endMs: number, lengthMs: number): number[] {
  const owed: (() => Promise<unknown>)[] = [];
  const tries: number[] = [];
  let now = 0;
  const again = async (): Promise<void> => {
    tries.push(now / secondMs);
    if (now < endMs) owed.push(again);
  };
  const retry = createRetryQueue(owed, { monotonic: () => now });
  owed.push(again);
  for (; now < lengthMs; now += secondMs) {
    retry.run();
    retry.waitMs();
  }
  return tries;
}

test('what cannot be written is tried again ever more seldom, and never given up', () => {
  expect(triesUntil(Infinity, 300 * secondMs)).toEqual([10, 30, 70, 130, 190, 250]);
});

test('what could be written is not tried again', () => {
  expect(triesUntil(30 * secondMs, 300 * secondMs)).toEqual([10, 30]);
});

test('what is owed later, after a try that succeeded, is tried again soon', () => {
  const owed: (() => Promise<unknown>)[] = [async () => {}];
  let now = 0;
  const retry = createRetryQueue(owed, { monotonic: () => now });
  expect(retry.waitMs()).toBe(10_000);
  now = 10_000;
  retry.run();
  expect(retry.waitMs()).toBe(Infinity);
  now = 40_000;
  owed.push(async () => {});
  expect(retry.waitMs()).toBe(10_000);
});
