import { expect, test } from '@playwright/test';
import { readTerms } from '../../src/checkout/subscription-terms.ts';

const termsOf = (general: object): object =>
  readTerms({ result: { general }, status: 200, metadata: {} } as never);

test('the terms of a subscription are read in any form, and what is not said is absent', () => {
  expect(
    termsOf({ duration: '12', isPremium: 1, paidMonthly: '0', willRenew: true, canRenew: 0 }),
  ).toEqual({
    duration: 12,
    isPremium: true,
    paidMonthly: false,
    willRenew: true,
    canRenew: false,
  });
  expect(termsOf({ isPremium: 'no', validUntil: 1 })).toEqual({});
});
