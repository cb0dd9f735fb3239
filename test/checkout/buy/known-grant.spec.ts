import { expect, test } from '@playwright/test';
import { findOrAdd } from '../../../src/checkout/buy/find-or-add.ts';
import type { PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import { createHeldCheckout, purchaseOf } from '../../fixtures/checkout/held-checkout.ts';

const minuteMs = 60_000;
const values = { operation: 'ppv', item: 7, provider: 'card' };

/** Buys a film again that was granted ten minutes before the click. The times are in minutes. */
async function buyAgain(knownSince: number, grant: Partial<PurchaseRecord> = {}, wanted = values) {
  const checkout = createHeldCheckout();
  const clickedAt = checkout.context.browser.clock.now();
  const changedAt = clickedAt - 10 * minuteMs;
  checkout.write(purchaseOf('a', { step: 'granted', values, changedAt, ...grant }));
  const checkedAt = clickedAt - knownSince * minuteMs;
  const begun = findOrAdd(checkout.context, { values: wanted, names: {} }, '17', {
    clickedAt,
    checkedAt,
  });
  begun.catch(() => {}); // awaited below
  await checkout.pass();
  return begun;
}

test('a page that last asked before the grant joins it', async () => {
  expect(await buyAgain(11)).toEqual({ id: 'a', isOurs: false });
});

test('a page that asked since the grant, and was denied, buys again', async () => {
  expect(await buyAgain(9)).toMatchObject({ isOurs: true });
});

test('a grant that is over is no news', async () => {
  expect(await buyAgain(11, { expiresAt: 1000 })).toMatchObject({ isOurs: true });
});

test('other terms of a grant that the page does not know of are refused', async () => {
  const other = { ...values, amount: 99 };
  await expect(buyAgain(11, {}, other)).rejects.toMatchObject({ code: 'purchase-in-progress' });
});

test('a purchase of a newer build comes before an open one, and is not joined', async () => {
  const checkout = createHeldCheckout();
  const now = checkout.context.browser.clock.now();
  checkout.write(
    purchaseOf('a', { values, changedAt: now }),
    purchaseOf('b', { values, step: 'unknown', changedAt: now }),
  );
  const times = { clickedAt: now, checkedAt: null };
  const begun = findOrAdd(checkout.context, { values, names: {} }, '17', times);
  begun.catch(() => {}); // awaited below
  await checkout.pass();
  await expect(begun).rejects.toMatchObject({
    code: 'purchase-in-progress',
    message: expect.stringMatching(/newer build/),
  });
});
