import { expect, test } from '@playwright/test';
import {
  clockSkewMs,
  dayMs,
  isKept,
  isReplaceable,
  isSameIntent,
  isTaken,
  isUnsettled,
  leaseMs,
  type PurchaseRecord,
} from '../../../src/checkout/purchase/purchase-record.ts';

const now = 1_800_000_000_000;
const entry: PurchaseRecord = {
  id: 'one',
  step: 'preparing',
  owner: '17',
  values: { operation: 'ppv', item: 7, streamtype: 'video' },
  startedAt: now,
  changedAt: now,
};
const lease = { tabId: 'another tab', expiresAt: now + 20_000 };

test('a purchase is open until granted, failed or abandoned, also at a step of a newer build', () => {
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
  ).filter((step) => isUnsettled({ ...entry, step }));
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
  ['without a lease the purchase is free', undefined, false],
  ["the tab's own lease does not block it", { ...lease, tabId: 'this tab' }, false],
  ["another tab's lease blocks until its end", lease, true],
  ['a lease that ends now does not block', { ...lease, expiresAt: now }, false],
  ['the longest possible lease blocks', { ...lease, expiresAt: now + leaseMs }, true],
  [
    'a lease that its page has released does not block',
    { ...lease, expiresAt: now + 30_000 },
    false,
  ],
  [
    'a lease from a clock slightly ahead blocks',
    { ...lease, expiresAt: now + leaseMs + clockSkewMs },
    true,
  ],
  [
    'a lease with an end beyond the longest possible one does not block',
    { ...lease, expiresAt: now + leaseMs + clockSkewMs + 1 },
    false,
  ],
] as const;
for (const [words, given, isIt] of leases) {
  test(`lease of a purchase: ${words}`, () =>
    expect(
      isTaken(
        { ...entry, lease: given },
        { tabId: 'this tab', releasedLeases: new Set([`another tab ${now + 30_000}`]) },
        now,
      ),
    ).toBe(isIt));
}

test('two purchases are for the same thing when operation, streamtype and item are equal in any form', () => {
  const video = { operation: 'ppv', streamtype: 'video', item: 7 };
  const same = [
    [video, { ...video, item: '7', amount: 499 }],
    [
      { ...video, item: '9007199254740993001' },
      { ...video, item: 9007199254740993001n },
    ],
    [{ operation: 'subscription' }, { operation: 'subscription', streamtype: '' }],
    [video, { operation: 'ppv', item: 7 }],
    [{ operation: 'ppv', item: '7', streamtype: '' }, video],
    [video, { ...video, item: '007' }],
    [
      { ...video, item: '0' },
      { ...video, item: '00' },
    ],
  ] as const;
  for (const [one, other] of same) {
    expect(isSameIntent({ values: one }, { values: other })).toBe(true);
  }
  const others = [
    { ...video, operation: 'ownage' },
    { ...video, streamtype: 'audio' },
    { ...video, item: 8 },
    { operation: 'ppv', item: 8 },
    { ...video, item: '70' },
    { operation: 'subscription' },
  ];
  for (const other of others) {
    expect(isSameIntent({ values: video }, { values: other })).toBe(false);
  }
});

test('a purchase is unpaid before its provider was opened and while no tab holds its lease', () => {
  const sight = { tabId: 'this tab', releasedLeases: new Set<string>() };
  expect(isReplaceable(entry, sight, now)).toBe(true);
  expect(isReplaceable({ ...entry, step: 'awaiting-provider' }, sight, now)).toBe(true);
  expect(
    isReplaceable({ ...entry, step: 'awaiting-provider', providerOpenedAt: now }, sight, now),
  ).toBe(false);
  expect(isReplaceable({ ...entry, lease }, sight, now)).toBe(false);
  expect(isReplaceable({ ...entry, step: 'finishing' }, sight, now)).toBe(false);
  expect(isReplaceable({ ...entry, step: 'unknown' }, sight, now)).toBe(false);
});

const kept = [
  ['an open purchase of any age', { step: 'pending', changedAt: 0 }, true],
  [
    'an abandoned purchase for 30 days',
    { step: 'abandoned', changedAt: now - 30 * dayMs + 1 },
    true,
  ],
  [
    'an abandoned purchase after 30 days',
    { step: 'abandoned', changedAt: now - 30 * dayMs },
    false,
  ],
  [
    'an abandoned purchase of any age with an unread return',
    { step: 'abandoned', changedAt: 0, unreadReturns: [{ text: 'state&token=t', receivedAt: 0 }] },
    true,
  ],
  ['a failed purchase after 30 days', { step: 'failed', changedAt: now - 31 * dayMs }, false],
  [
    'a granted purchase before its end',
    { step: 'granted', changedAt: 0, expiresAt: now + 1 },
    true,
  ],
  ['a granted purchase after its end', { step: 'granted', changedAt: 0, expiresAt: now }, false],
  [
    'a granted purchase without an end for 30 days',
    { step: 'granted', changedAt: now - 29 * dayMs, expiresAt: null },
    true,
  ],
  [
    'a granted purchase whose end is not known after 30 days',
    { step: 'granted', changedAt: now - 30 * dayMs, expiresAt: null },
    false,
  ],
  [
    'a film that was bought for good',
    { step: 'granted', changedAt: 0, expiresAt: null, values: { operation: 'ownage', item: 7 } },
    true,
  ],
] as const;
for (const [words, given, isIt] of kept) {
  test(`the journal ${isIt ? 'keeps' : 'removes'} ${words}`, () =>
    expect(isKept({ ...entry, ...given }, now)).toBe(isIt));
}
