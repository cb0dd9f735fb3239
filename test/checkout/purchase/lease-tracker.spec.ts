import { expect, test } from '@playwright/test';
import { createLeaseTracker } from '../../../src/checkout/purchase/lease-tracker.ts';
import { purchaseOf } from '../../fixtures/checkout/held-checkout.ts';

/** Whether the lease of another page is released, and whether it is taken afterwards. */
async function releaseOf(isGone: boolean, hasLock = true): Promise<[number, boolean]> {
  const tab = { hold: async () => undefined, isGone: async () => isGone };
  const leases = createLeaseTracker(tab, { now: () => 1000 });
  const record = purchaseOf('a', { lease: { tabId: 'other', expiresAt: 5000, hasLock } });
  let released = 0;
  leases.releaseOfClosedPage(record, () => released++);
  await new Promise(setImmediate);
  return [released, leases.isTaken(record)];
}

test('only the lease of a page that is gone is released', async () => {
  expect(await releaseOf(true)).toEqual([1, false]);
  expect(await releaseOf(false)).toEqual([0, true]);
});

test('the lease of a page that cannot be observed is not released', async () => {
  expect(await releaseOf(true, false)).toEqual([0, true]);
});
