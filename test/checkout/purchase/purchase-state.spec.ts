import { expect, test } from '@playwright/test';
import { advance } from '../../../src/checkout/purchase/machine.ts';
import type { PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import { purchaseState, withoutDetails } from '../../../src/checkout/purchase/purchase-state.ts';

const record: PurchaseRecord = {
  id: 'a',
  step: 'awaiting-provider',
  owner: '17',
  values: {
    operation: 'subscription',
    amount: 799,
    currency: 'EUR',
    subscriptionDuration: 12,
    subscriptionIsPremium: 0,
    subscriptionWillBePayedMonthly: true,
    subscriptionWillRenew: 1,
  },
  startedAt: 1,
  changedAt: 2,
};
const sold = { duration: 12, isPremium: false, paidMonthly: true, willRenew: true };

test('a subscription has the terms of its sale, and what the platform has said of them since', () => {
  expect(purchaseState(record, 'own')).toMatchObject(sold);
  const stopped = { ...record, terms: { isPremium: true, willRenew: false } };
  expect(purchaseState(stopped, 'own')).toMatchObject({
    ...sold,
    isPremium: true,
    willRenew: false,
  });
});

test('an item 0 and an empty streamtype, as platforms write them, are none', () => {
  const none = { ...record, values: { ...record.values, item: 0, streamtype: '' as never } };
  expect(purchaseState(none, 'own')).toMatchObject({ item: null, streamtype: null });
});

test('a rental has the hours of its offer, and another viewer does not see them', () => {
  const values = { operation: 'ppv', amount: 499, currency: 'EUR' };
  const rental = { ...record, values, names: { hours: 48 } };
  expect(purchaseState(rental, 'own').hours).toBe(48);
  expect(purchaseState(rental, 'other').hours).toBeUndefined();
  expect(withoutDetails(purchaseState(rental, 'own')).hours).toBeUndefined();
});

test('a late payment that waits for another purchase is shown, and a refused one is not', () => {
  const finish = { transactionID: '5', token: 'late' };
  const waiting = { ...record, step: 'abandoned', laterFinishes: [finish] } as const;
  expect(purchaseState(waiting, 'own').hasUnreadReturn).toBe(true);
  expect(purchaseState(waiting, 'other').hasUnreadReturn).toBe(false);
  expect(purchaseState({ ...waiting, laterFinishes: [] }, 'own').hasUnreadReturn).toBe(false);
  expect(purchaseState({ ...waiting, step: 'finishing' }, 'own').hasUnreadReturn).toBe(false);
  const refused = { type: 'refused', error: { code: 'platform' }, finish } as const;
  const failed = advance({ ...record, step: 'finishing', finish }, refused, 3);
  const again = advance(failed, { type: 'returned', finish }, 4);
  expect(again.laterFinishes).toEqual([finish]);
  expect(purchaseState(again, 'own').hasUnreadReturn).toBe(false);
});

test('each term that the platform has said replaces the one of the sale', () => {
  const values = {
    ...record.values,
    subscriptionWillBePayedMonthly: false,
    subscriptionWillRenew: 0 as const,
    subscriptionCanRenew: 0 as const,
  };
  const terms = {
    duration: 1,
    isPremium: true,
    paidMonthly: true,
    willRenew: true,
    canRenew: true,
  };
  expect(purchaseState({ ...record, values, terms }, 'own')).toMatchObject(terms);
});

test('another viewer sees no terms, and nobody sees them before the viewer is known', () => {
  const own = purchaseState(record, 'own');
  for (const hidden of [
    purchaseState(record, 'other'),
    purchaseState(record, 'unknown'),
    withoutDetails(own),
  ]) {
    expect(Object.keys(sold).map((name) => hidden[name as keyof typeof hidden])).toEqual(
      Object.keys(sold).map(() => undefined),
    );
  }
});
