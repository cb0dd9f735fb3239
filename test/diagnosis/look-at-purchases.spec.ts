import { expect, test } from '@playwright/test';
import { atom } from 'nanostores';
import type { PurchaseState } from '../../src/checkout/purchase/purchase-state.ts';
import { lookAtPurchases } from '../../src/diagnosis/look-at-purchases.ts';

/** What the diagnosis says of purchases. */
const resultOf = (...purchases: Partial<PurchaseState>[]) =>
  lookAtPurchases({ $purchases: atom(purchases as PurchaseState[]) });

const refused = { code: 'platform', message: 'answered 403: not for ada', hint: 'not for ada' };

test('a payment that the platform refuses, and one that cannot be read, are named', () => {
  const result = resultOf(
    { status: 'finishing', hasUnreadReturn: false, error: refused as never },
    { status: 'abandoned', hasUnreadReturn: true, error: { code: 'malformed' } as never },
    { status: 'awaiting-provider', hasUnreadReturn: true },
  );
  expect(result).toMatchObject({ name: 'purchases', ok: false });
  expect(result.detail).toMatch(/: finishing \(platform\), abandoned \(malformed\), await/);
  expect(result.detail).not.toContain('ada');
});

test('a purchase that goes on, is settled or is not paid needs nothing', () => {
  const result = resultOf(
    { status: 'finishing', hasUnreadReturn: false },
    { status: 'awaiting-provider', hasUnreadReturn: false, error: refused as never },
    { status: 'failed', hasUnreadReturn: false, error: refused as never },
    { status: 'granted', hasUnreadReturn: false },
  );
  expect(result).toEqual({ name: 'purchases', ok: true, detail: 'No payment is stuck' });
});
