import { expect, test } from '@playwright/test';
import { findOrAdd } from '../../../src/checkout/buy/find-or-add.ts';
import { reviveLateReturns } from '../../../src/checkout/purchase/machine.ts';
import {
  createHeldCheckout,
  purchaseOf,
  type HeldCheckout,
} from '../../fixtures/checkout/held-checkout.ts';

type Open = Parameters<typeof purchaseOf>[1];

const subscription = { operation: 'subscription', amount: 799, provider: 'card' };
const ofItem = (item: number) => ({ ...subscription, item, streamtype: 'video' });
/** A purchase that no provider was opened for: another one on other terms replaces it. */
const unpaid = { providerOpenedAt: 0 };

/** Buys beside open purchases. Returns the code of the error, and the steps of all purchases. */
async function buyBeside(
  values: Parameters<typeof findOrAdd>[1]['values'],
  ...open: readonly Open[]
): Promise<string[]> {
  const checkout: HeldCheckout = createHeldCheckout();
  checkout.write(...open.map((each, index) => purchaseOf(String(index), each)));
  const click = { clickedAt: checkout.context.browser.clock.now(), checkedAt: null };
  let code = '';
  const begun = findOrAdd(checkout.context, { values, names: {} }, '17', click).catch(
    (error: { code: string }) => void ({ code } = error),
  );
  await checkout.pass();
  await begun;
  return [code, ...checkout.written().map(({ step }) => step)];
}

test('a subscription that is being paid with an item is not sold beside it without one', async () => {
  const steps = ['purchase-in-progress', 'awaiting-provider'];
  expect(await buyBeside(subscription, { values: ofItem(7) })).toEqual(steps);
  expect(await buyBeside(ofItem(7), { values: subscription })).toEqual(steps);
  expect(await buyBeside(ofItem(7), { values: { ...subscription, item: 0 } })).toEqual(steps);
});

test('subscriptions of two items are sold beside each other, and a film beside a subscription', async () => {
  const both = ['', 'awaiting-provider', 'preparing'];
  expect(await buyBeside(ofItem(7), { values: ofItem(8) })).toEqual(both);
  expect(await buyBeside({ ...ofItem(7), operation: 'ppv' }, { values: subscription })).toEqual(
    both,
  );
  expect(await buyBeside({ ...subscription, operation: 'deposit' }, { values: ofItem(7) })).toEqual(
    both,
  );
});

test('a purchase replaces all unpaid ones of its intent, or none if one may be paid', async () => {
  const [first, second] = [{ values: ofItem(7) }, { values: ofItem(8) }];
  expect(await buyBeside(subscription, { ...first, ...unpaid }, { ...second, ...unpaid })).toEqual([
    '',
    'abandoned',
    'abandoned',
    'preparing',
  ]);
  expect(await buyBeside(subscription, { ...first, ...unpaid }, second)).toEqual([
    'purchase-in-progress',
    'awaiting-provider',
    'awaiting-provider',
  ]);
});

test('a late return replaces all unpaid purchases of its intent, or waits for a paid one', () => {
  const paid = { laterFinishes: [{ transactionID: '1' }], step: 'abandoned' } as const;
  const revived = (second: Open): string[] =>
    reviveLateReturns(
      [
        purchaseOf('late', { ...paid, values: subscription }),
        purchaseOf('first', { values: ofItem(7) }),
        purchaseOf('second', { values: ofItem(8), ...second }),
      ],
      2000,
    ).map(({ step }) => step);
  expect(revived({})).toEqual(['finishing', 'abandoned', 'abandoned']);
  expect(revived({ step: 'verifying' })).toEqual(['abandoned', 'awaiting-provider', 'verifying']);
});
