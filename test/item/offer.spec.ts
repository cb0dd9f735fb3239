import { expect, test } from '@playwright/test';
import { withIds } from '../../src/item/offer.ts';

const rent = { operation: 'ppv', amount: 499, currency: 'EUR', hours: 48 };
const month = { operation: 'subscription', amount: 799, currency: 'EUR', duration: 1 };

const idsOf = (...offers: Parameters<typeof withIds>[0]): string[] =>
  withIds(offers).map(({ id }) => id);

test('the key of an offer is made of all that it says', () => {
  expect(
    idsOf(
      rent,
      { ...rent, hours: undefined },
      { ...month, isPremium: false },
      { ...month, isPremium: true, paidMonthly: true },
      { ...month, duration: 12, paidMonthly: false },
      { ...rent, amount: 0 },
    ),
  ).toEqual([
    'ppv-499-EUR-48',
    'ppv-499-EUR',
    'subscription-799-EUR-1',
    'subscription-799-EUR-1-premium-monthly',
    'subscription-799-EUR-12',
    'ppv-0-EUR-48',
  ]);
});

test('the key stays when other offers come, go, or change their places', () => {
  expect(idsOf(month, rent)[1]).toBe(idsOf(rent)[0]);
});

test('two equal offers of one item have different keys', () => {
  expect(idsOf(rent, month, rent, rent)).toEqual([
    'ppv-499-EUR-48',
    'subscription-799-EUR-1',
    'ppv-499-EUR-48#2',
    'ppv-499-EUR-48#3',
  ]);
});
