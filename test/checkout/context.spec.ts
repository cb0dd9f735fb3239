import { expect, test } from '@playwright/test';
import { grantedAtIn } from '../../src/checkout/return/purchase-signal.ts';
import { createHeldCheckout, purchaseOf } from '../fixtures/checkout/held-checkout.ts';

/** What other tabs are told when the platform finishes `b`, beside the given purchase. */
async function signalAfterFinish(other: Parameters<typeof purchaseOf>[1]): Promise<string> {
  const checkout = createHeldCheckout();
  const finish = { transactionID: '8', token: 't' };
  checkout.write(purchaseOf('a', other), purchaseOf('b', { step: 'finishing', finish }));
  await Promise.all([checkout.context.purchases.read(), checkout.pass()]);
  const event = { type: 'finished', expiresAt: null } as const;
  await Promise.all([checkout.context.purchases.apply('b', event), checkout.pass()]);
  return grantedAtIn(checkout.context.purchaseSignal.read());
}

test('other tabs check their items after a finish, also beside another finished purchase', async () => {
  const now = String(createHeldCheckout().context.browser.clock.now());
  expect(await signalAfterFinish({ step: 'awaiting-provider' })).toBe(now);
  expect(await signalAfterFinish({ step: 'verifying' })).toBe(now);
});

test('other tabs do not check their items again when a finished purchase changes', async () => {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a', { step: 'verifying' }), purchaseOf('b'));
  const { purchases, purchaseSignal } = checkout.context;
  await Promise.all([purchases.read(), checkout.pass()]);
  await Promise.all([purchases.apply('b', { type: 'abandoned' }), checkout.pass()]);
  expect(purchaseSignal.read()).toMatch(/^:/);
});
