import { expect, test } from '@playwright/test';
import type { PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import { purchaseState, withoutDetails } from '../../../src/checkout/purchase/purchase-state.ts';

const failedWith = (hint: string, fields: Partial<PurchaseRecord> = {}): PurchaseRecord => ({
  id: 'a',
  step: 'failed',
  owner: '17',
  values: { operation: 'ppv', item: 7, amount: 499, currency: 'EUR' },
  startedAt: 1,
  changedAt: 2,
  error: { code: 'platform', hint },
  ...fields,
});
const prepared = { transactionID: '5' };

for (const [title, record, refusal] of [
  ['a payment that a provider declined', failedWith('declined', prepared), 'declined'],
  ['a finish that is refused', failedWith('this user owns it', prepared), 'declined'],
  ['an item that the viewer owns', failedWith('this user owns the item already'), 'owned'],
  ['a sale that the platform refused', failedWith('unknown trial phase'), 'refused'],
  [
    'a payment that is given back',
    failedWith('it is owned already: the payment is given back', prepared),
    'refunded',
  ],
  ['a refund', failedWith('Refunded', prepared), 'refunded'],
  [
    'a transaction that the platform does not know',
    failedWith('', { ...prepared, error: { code: 'not-found' } }),
    'unknown-transaction',
  ],
] as const) {
  test(`${title} has failed as ${refusal}`, () => {
    expect(purchaseState(record, 'own').refusal).toBe(refusal);
    expect(purchaseState(record, 'own', true).refusal, 'while a return waits').toBe(refusal);
  });
}

test('a purchase that has not failed has no refusal', () => {
  const abandoned = failedWith('declined', { ...prepared, step: 'abandoned' });
  expect(purchaseState(abandoned, 'own').refusal).toBeUndefined();
});

test('another viewer does not see why a purchase failed', () => {
  const record = failedWith('this user owns the item already');
  expect(purchaseState(record, 'other').refusal).toBeUndefined();
  expect(withoutDetails(purchaseState(record, 'own')).refusal).toBeUndefined();
});
