import { expect, test } from '@playwright/test';
import {
  clockSkewMs,
  dayMs,
  intentOf,
  isKept,
  isOpen,
  isSameDeal,
  isTaken,
  isUnpaid,
  leaseMs,
} from '../../../src/checkout/purchase/purchase-record.ts';
import type { PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';

const now = 1_800_000_000_000;
const entry: PurchaseRecord = {
  id: 'one',
  step: 'preparing',
  owner: '17',
  values: { operation: 'ppv', item: 7, streamtype: 'video' },
  startedAt: now,
  changedAt: now,
};
const lease = { by: 'another tab', until: now + 20_000 };

test('a purchase is open until it is granted, failed or abandoned, also at a step that only a newer build knows', () => {
  const open = (
    [
      'preparing',
      'awaiting-provider',
      'finishing',
      'pending',
      'verifying',
      'granted',
      'failed',
      'abandoned',
      'unknown',
    ] as const
  ).filter((step) => isOpen({ ...entry, step }));
  expect(open).toEqual([
    'preparing',
    'awaiting-provider',
    'finishing',
    'pending',
    'verifying',
    'unknown',
  ]);
});

const leases = [
  ["none is nobody's", undefined, false],
  ['the own one does not stand in the way', { ...lease, by: 'this tab' }, false],
  ["another tab's does until it ends", lease, true],
  ['one that ends now has ended', { ...lease, until: now }, false],
  ['the longest one counts', { ...lease, until: now + leaseMs }, true],
  ['one that its page has let go of has ended', { ...lease, until: now + 30_000 }, false],
  [
    'one from a clock that was a little ahead counts: no second request leaves beside its own',
    { ...lease, until: now + leaseMs + clockSkewMs },
    true,
  ],
  [
    'one that ends much later than any can was written by a clock that has jumped',
    { ...lease, until: now + leaseMs + clockSkewMs + 1 },
    false,
  ],
] as const;
for (const [words, given, isIt] of leases) {
  test(`of leases ${words}`, () =>
    expect(
      isTaken(
        { ...entry, lease: given },
        { tab: 'this tab', releasedLeases: new Set([`another tab ${now + 30_000}`]) },
        now,
      ),
    ).toBe(isIt));
}

test('two wishes are one intent when operation, streamtype and item are the same in any form', () => {
  expect(intentOf({ operation: 'ppv', streamtype: 'video', item: '7' })).toBe(
    intentOf({ operation: 'ppv', streamtype: 'video', item: 7, amount: 499 }),
  );
  expect(intentOf({ operation: 'ppv', streamtype: 'video', item: 9007199254740993001n })).toBe(
    'ppv|video|9007199254740993001',
  );
  const others = [
    intentOf({ operation: 'ownage', streamtype: 'video', item: 7 }),
    intentOf({ operation: 'ppv', streamtype: 'audio', item: 7 }),
    intentOf({ operation: 'ppv', streamtype: 'video', item: 8 }),
  ];
  expect(new Set([intentOf(entry.values), ...others]).size).toBe(4);
  expect(intentOf({ operation: 'subscription' })).toBe('subscription||');
});

test('terms are the same in amount, currency and provider', () => {
  const deal = { amount: 499, currency: 'EUR', provider: 'demo' };
  expect(isSameDeal(deal, { ...deal })).toBe(true);
  for (const other of [{ amount: 498 }, { currency: 'USD' }, { provider: 'card' }]) {
    expect(isSameDeal(deal, { ...deal, ...other })).toBe(false);
  }
});

test('nothing can have been paid before the provider was opened and while nobody is at it', () => {
  const sight = { tab: 'this tab', releasedLeases: new Set<string>() };
  expect(isUnpaid(entry, sight, now)).toBe(true);
  expect(isUnpaid({ ...entry, step: 'awaiting-provider' }, sight, now)).toBe(true);
  expect(isUnpaid({ ...entry, step: 'awaiting-provider', leftAt: now }, sight, now)).toBe(false);
  expect(isUnpaid({ ...entry, lease }, sight, now)).toBe(false);
  expect(isUnpaid({ ...entry, step: 'finishing' }, sight, now)).toBe(false);
  expect(isUnpaid({ ...entry, step: 'unknown' }, sight, now)).toBe(false);
});

const kept = [
  ['what is open, however old', { step: 'pending', changedAt: 0 }, true],
  ['what was given up, for 30 days', { step: 'abandoned', changedAt: now - 30 * dayMs + 1 }, true],
  [
    'what was given up, no longer than 30 days',
    { step: 'abandoned', changedAt: now - 30 * dayMs },
    false,
  ],
  ['what failed, no longer than 30 days', { step: 'failed', changedAt: now - 31 * dayMs }, false],
  ['what was granted, until it ends', { step: 'granted', changedAt: 0, until: now + 1 }, true],
  [
    'what was granted, no longer than it lasts',
    { step: 'granted', changedAt: 0, until: now },
    false,
  ],
  [
    'what was granted without an end, for 30 days',
    { step: 'granted', changedAt: now - 29 * dayMs, until: null },
    true,
  ],
] as const;
for (const [words, given, isIt] of kept) {
  test(`worth keeping is ${isIt ? '' : 'not '}${words}`, () =>
    expect(isKept({ ...entry, ...given }, now)).toBe(isIt));
}
