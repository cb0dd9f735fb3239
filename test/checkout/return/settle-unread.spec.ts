import { expect, test } from '@playwright/test';
import { proceed } from '../../../src/checkout/finish/finish.ts';
import { callRaw } from '../../../src/checkout/operations/raw.ts';
import type { Provider } from '../../../src/checkout/providers/provider.ts';
import { readReturns } from '../../../src/checkout/return/read-returns.ts';
import {
  createHeldCheckout,
  purchaseOf,
  returnOf,
  transactionID,
  type HeldCheckout,
} from '../../fixtures/checkout/held-checkout.ts';

const providerThat = (read: () => unknown): Provider =>
  ({ name: 'card', type: 'redirect', url: async () => '', read }) as Provider;

/** A page with a purchase whose return the adapter of the shop cannot read. */
async function openPage(step: 'awaiting-provider' | 'abandoned'): Promise<HeldCheckout> {
  const providers = [providerThat(() => undefined)];
  const checkout = createHeldCheckout(providers);
  checkout.write(purchaseOf('a', { step, unreadReturns: [returnOf('a')] }));
  await checkout.context.purchases.read();
  await wait(checkout, readReturns(checkout.context));
  expect(checkout.written()).toMatchObject([{ step, unreadReturns: [returnOf('a')] }]);
  return checkout;
}

async function wait(checkout: HeldCheckout, done: Promise<unknown>): Promise<void> {
  await checkout.pass();
  await done;
}

for (const step of ['awaiting-provider', 'abandoned'] as const) {
  test(`a page settles an unread return of a purchase that is ${step} by its own finish`, async () => {
    const checkout = await openPage(step);
    const { context } = checkout;
    const values = { transactionID, token: 'of the server' };
    await wait(checkout, callRaw(context, 'finishtransaction', values, { askedBy: '17' }));
    expect(checkout.finishes).toEqual([values]);
    await wait(checkout, proceed(context, 'a'));
    const [record] = checkout.written();
    expect([record!.step, record!.unreadReturns]).toEqual(['granted', undefined]);
  });
}

test('a page settles an unread return by a read() that says that nothing was paid', async () => {
  const checkout = await openPage('awaiting-provider');
  const corrected = [providerThat(() => ({ outcome: 'cancelled' }))];
  Object.assign(checkout.context.selling, { providers: corrected });
  await wait(checkout, readReturns(checkout.context));
  const [record] = checkout.written();
  expect([record!.step, record!.unreadReturns]).toEqual(['abandoned', undefined]);
});
