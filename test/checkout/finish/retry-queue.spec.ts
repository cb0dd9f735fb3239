import { expect, test } from '@playwright/test';
import { createRetryQueue } from '../../../src/checkout/finish/retry-queue.ts';

const secondMs = 1000;

/** The times in seconds of all tries, when each one before `endMs` fails. */
function triesUntil(endMs: number, lengthMs: number): number[] {
  const tries: number[] = [];
  let now = 0;
  const queue = createRetryQueue({ monotonic: () => now });
  const again = async (): Promise<void> => {
    tries.push(now / secondMs);
    if (now < endMs) queue.push(again);
  };
  queue.push(again);
  for (; now < lengthMs; now += secondMs) {
    queue.run();
    queue.waitMs();
  }
  return tries;
}

test('a failed write is repeated at growing intervals without an end', () => {
  expect(triesUntil(Infinity, 300 * secondMs)).toEqual([10, 30, 70, 130, 190, 250]);
});

test('a successful write is not repeated', () => {
  expect(triesUntil(30 * secondMs, 300 * secondMs)).toEqual([10, 30]);
});

test('a write queued after a success is tried again soon', () => {
  let now = 0;
  const queue = createRetryQueue({ monotonic: () => now });
  queue.push(async () => {});
  expect(queue.waitMs()).toBe(10_000);
  now = 10_000;
  queue.run();
  expect(queue.waitMs()).toBe(Infinity);
  now = 40_000;
  queue.push(async () => {});
  expect(queue.waitMs()).toBe(10_000);
});
