import { expect, test } from '@playwright/test';
import { countFailure, jitterMs } from '../../../src/session/recovery/back-off.ts';
import type { FailedOpenings } from '../../../src/session/storage/saved-session.ts';
import { createHeldSession, recordOf } from '../../fixtures/session/held-session.ts';
import { createHeldStores } from '../../fixtures/session/held-stores.ts';

const now = createHeldStores().clock.now();
const minuteMs = 60_000;

/** The stored count after a failed opening, beside the one of an earlier failure. */
function afterFailure(earlier: Partial<FailedOpenings> | undefined, retryAfterMs?: number) {
  const failedOpenings = earlier && ({ count: 1, failedAt: now, ...earlier } as FailedOpenings);
  const { stores, context } = createHeldSession('device', recordOf({ failedOpenings }));
  const error = { code: 'platform', status: 503, retryAfterMs } as never;
  countFailure(context, { opening: { deviceHash: 'other' } } as never, error);
  const { failedOpenings: counted, deviceHash } = stores.stored()!;
  const { retryAt, ...rest } = counted!;
  return { ...rest, deviceHash, waitMs: retryAt - now };
}

test('failed openings are counted for all tabs, with a wait that doubles up to two minutes', () => {
  const { context } = createHeldSession(); // whose random number is 0.25
  expect([0, 1, 2, 6, 7, 20].map((earlier) => jitterMs(context, earlier))).toEqual([
    250, 500, 1000, 16_000, 30_000, 30_000,
  ]);
  expect(afterFailure(undefined)).toMatchObject({
    count: 1,
    failedAt: now,
    waitMs: 250,
    isRequested: false,
    code: 'platform',
    status: 503,
    deviceHash: recordOf().deviceHash,
  });
  const earlier = { count: 2, retryAt: now + 5000, isRequested: false };
  expect(afterFailure(earlier)).toMatchObject({ count: 3, waitMs: 1000, isRequested: false });
});

test('a wait that the platform requests is kept, up to an hour', () => {
  expect(afterFailure(undefined, 5000)).toMatchObject({ waitMs: 5000, isRequested: true });
  expect(afterFailure(undefined, 10)).toMatchObject({ waitMs: 250, isRequested: true });
  expect(afterFailure(undefined, 61 * minuteMs)).toMatchObject({ waitMs: 60 * minuteMs });
});

test('an earlier requested wait stands, unless its clock was ahead', () => {
  const retryAt = now + minuteMs;
  const requested = { retryAt, isRequested: true };
  expect(afterFailure(requested)).toMatchObject({ waitMs: minuteMs, isRequested: true });
  const past = { ...requested, retryAt: now - 1, failedAt: now - minuteMs };
  expect(afterFailure(past)).toMatchObject({ waitMs: 500, isRequested: false });
  const ahead = { ...requested, failedAt: now + 1 };
  expect(afterFailure(ahead)).toMatchObject({ waitMs: 500, isRequested: false });
});
