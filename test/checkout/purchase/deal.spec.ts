import { expect, test } from '@playwright/test';
import { isSameDeal } from '../../../src/checkout/purchase/deal.ts';
import type { PrepareValues } from '../../../src/checkout/purchase/purchase-record.ts';

const start = new Date('2026-12-01T00:00:00Z');
const deal: PrepareValues = {
  operation: 'subscription',
  item: 7,
  streamtype: 'video',
  reference: 'shop',
  amount: 499,
  currency: 'EUR',
  provider: 'demo',
  paymentType: 'sepa',
  affiliateParam: 'summer',
  subscriptionDuration: 1,
  subscriptionIsPremium: false,
  subscriptionWillRenew: true,
  subscriptionCanRenew: true,
  subscriptionWillBePayedMonthly: true,
  capturePaymentOn: start,
};

const others: PrepareValues = {
  operation: 'ppv',
  item: 8,
  streamtype: 'audio',
  reference: 'app',
  amount: 498,
  currency: 'USD',
  provider: 'card',
  paymentType: 'paypal',
  affiliateParam: 'winter',
  subscriptionDuration: 12,
  subscriptionIsPremium: true,
  subscriptionWillRenew: false,
  subscriptionCanRenew: false,
  subscriptionWillBePayedMonthly: false,
  capturePaymentOn: new Date('2026-12-02T00:00:00Z'),
};
for (const name of Object.keys(others) as (keyof PrepareValues)[]) {
  test(`another ${name} is another deal, and so is none`, () => {
    expect(isSameDeal(deal, { ...deal, [name]: others[name] })).toBe(false);
    expect(isSameDeal(deal, { ...deal, [name]: undefined })).toBe(false);
    const { [name]: _, ...without } = deal;
    expect(isSameDeal(without, deal)).toBe(false);
  });
}

test('values that are sent alike are one deal, in any form and order', () => {
  const { operation, ...rest } = deal;
  expect(isSameDeal(deal, { ...rest, operation })).toBe(true);
  expect(
    isSameDeal(deal, {
      ...deal,
      item: '7',
      subscriptionIsPremium: 0,
      subscriptionWillRenew: 1,
      capturePaymentOn: start.getTime() / 1000,
    }),
  ).toBe(true);
  expect(isSameDeal({ item: 9007199254740993001n }, { item: '9007199254740993001' })).toBe(true);
  expect(isSameDeal({ operation: 'ppv' }, { operation: 'ppv', reference: undefined })).toBe(true);
});

test('values that cannot be sent are no deal, not even with themselves', () => {
  const ofNewerBuild = { ...deal, hours: 48 };
  expect(isSameDeal(ofNewerBuild, deal)).toBe(false);
  const wrong = { ...deal, amount: 4.99 };
  expect(isSameDeal(wrong, wrong)).toBe(false);
});
