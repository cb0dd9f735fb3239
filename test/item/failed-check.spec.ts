import { expect, test } from '@playwright/test';
import { UsherError, type ErrorCode } from '../../src/errors/usher-error.ts';
import { stateOfFailedCheck } from '../../src/item/failed-check.ts';
import { unasked, type ItemState } from '../../src/item/item-state.ts';

const now = 100_000;
const before = (more: Partial<ItemState>): ItemState => ({
  ...unasked,
  access: 'granted',
  reason: 'paid',
  checking: true,
  checkedAt: 90_000,
  ...more,
});
const failed = (state: ItemState, code: ErrorCode = 'network', graceMs?: number): ItemState =>
  stateOfFailedCheck(state, new UsherError(code, 'no answer'), {
    now,
    latestTime: now,
    graceMs,
  });

test('the last answer is kept while it is valid, with the error of the check', () => {
  for (const [expiresAt, graceMs, access] of [
    [null, undefined, 'granted'],
    [now + 1, undefined, 'granted'],
    [now, undefined, 'unknown'],
    [now, 1, 'granted'],
    [now - 1000, 1000, 'unknown'],
    [now - 999, 1000, 'granted'],
  ] as const) {
    const state = failed(before({ expiresAt }), 'network', graceMs);
    expect(state).toMatchObject({ access, checking: false, error: { code: 'network' } });
    expect(state.reason).toBe(access === 'granted' ? 'paid' : 'offline');
  }
  expect(failed(before({ access: 'denied', reason: 'geo' }))).toMatchObject({
    access: 'denied',
    reason: 'geo',
  });
});

test('without a valid answer the reason says what is wrong', () => {
  for (const [code, reason] of [
    ['static-session', 'static'],
    ['malformed', 'unreadable'],
    ['network', 'offline'],
    ['timeout', 'offline'],
    ['offline', 'offline'],
    ['platform', 'error'],
  ] as const) {
    const state = failed(unasked, code);
    expect(state).toMatchObject({ access: 'unknown', checking: false, reason, error: { code } });
  }
});

test('an item that the platform does not know is denied, whatever was known', () => {
  const state = failed(before({}), 'not-found');
  expect(state).toEqual({ ...unasked, access: 'denied', reason: 'not-found', checkedAt: now });
});
