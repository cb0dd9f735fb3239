import { expect, test } from '@playwright/test';
import { finishError, type StoredError } from '../../../src/checkout/purchase/stored-error.ts';
import { NotFoundError } from '../../../src/errors/not-found-error.ts';
import { TimeoutError } from '../../../src/errors/timeout-error.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The stored error after finishes that failed at these times. */
const after = (times: readonly number[], error: Error = new NotFoundError('e')) =>
  times.reduce<StoredError | undefined>(
    (before, now) => finishError(error, before, now),
    undefined,
  )!;

test('an error lasts from its first finish to its last one', () => {
  expect(after([dayMs]).lastedMs).toBe(undefined);
  expect(after([dayMs, dayMs + 1000, dayMs + 5 * hourMs])).toMatchObject({
    code: 'not-found',
    failedAt: dayMs + 5 * hourMs,
    lastedMs: 5 * hourMs,
  });
});

test('a clock that is set makes no error a day old', () => {
  expect(after([0, 2 * dayMs, 2 * dayMs + 10]).lastedMs).toBe(6 * hourMs + 10);
  expect(after([2 * dayMs, 2 * dayMs + 10, 20]).lastedMs).toBe(10);
});

test('a viewer who comes once a day counts as well', () => {
  expect(after([0, 1, 2, 3, 4].map((day) => day * dayMs)).lastedMs).toBe(dayMs);
});

test('another error begins anew', () => {
  const before = after([0, hourMs]);
  const other = finishError(new TimeoutError(1), before, 2 * hourMs);
  expect(other.lastedMs).toBe(undefined);
  expect(finishError(new NotFoundError('e'), other, 3 * hourMs).lastedMs).toBe(undefined);
});
