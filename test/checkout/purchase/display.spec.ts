import { expect, test } from '@playwright/test';
import { createDisplay } from '../../../src/checkout/purchase/display.ts';
import type { Purchase } from '../../../src/checkout/purchase/handle.ts';
import {
  createHeldCheckout,
  purchaseOf,
  type HeldCheckout,
} from '../../fixtures/checkout/held-checkout.ts';

/** The handle of the purchase `a`. */
async function handleOf(
  checkout: HeldCheckout,
  more: Parameters<typeof purchaseOf>[1] = {},
): Promise<Purchase | undefined> {
  const { context } = checkout;
  Object.assign(context.session, { onChange: () => () => {} });
  checkout.write(purchaseOf('a', more));
  await Promise.all([context.purchases.read(), checkout.pass()]);
  return createDisplay(context, new AbortController().signal).purchase('a');
}

test('a settled purchase of another viewer has no handle, and an open one has', async () => {
  const owner = '99';
  expect(await handleOf(createHeldCheckout(), { owner, step: 'granted' })).toBe(undefined);
  const open = await handleOf(createHeldCheckout(), { owner });
  expect(open?.$state.get()).toMatchObject({ status: 'suspended', item: null });
  expect((await handleOf(createHeldCheckout(), { step: 'granted' }))?.id).toBe('a');
});

test('a late payment that waits is checked again without a window', async () => {
  const checkout = createHeldCheckout();
  const laterFinishes = [{ transactionID: '5', token: 'late' }];
  const purchase = await handleOf(checkout, { step: 'abandoned', laterFinishes });
  Object.assign(checkout.context.session, { $user: { get: () => ({ id: '17' }) } });
  const resumed = purchase!.resume();
  await Promise.all([resumed, checkout.pass()]);
  expect(await resumed).toMatchObject({ status: 'abandoned', hasUnreadReturn: true });
});

test('a purchase that the journal has no longer is not resumed', async () => {
  const checkout = createHeldCheckout();
  const purchase = await handleOf(checkout);
  checkout.write();
  await Promise.all([checkout.context.purchases.read(), checkout.pass()]);
  await expect(purchase!.resume()).rejects.toMatchObject({ code: 'input', field: 'status' });
  expect(await Promise.all([purchase!.explain(), checkout.pass()])).toMatchObject([
    { text: 'It is no longer in the journal.', nextTryAt: null },
    undefined,
  ]);
});

test('a wait of 0 ms for the end of a purchase is a timeout, and a negative one is refused', async () => {
  const checkout = createHeldCheckout();
  const purchase = await handleOf(checkout);
  const settled = expect(purchase!.settled({ deadlineMs: 0 })).rejects.toMatchObject({
    code: 'timeout',
  });
  await checkout.pass(1);
  await settled;
  for (const deadlineMs of [-1, NaN, '5' as never]) {
    await expect(purchase!.settled({ deadlineMs })).rejects.toMatchObject({ code: 'input' });
  }
});

test('a purchase is told from its first status on, also after the clock was set back', async () => {
  const checkout = createHeldCheckout();
  const { context, stores } = checkout;
  const dayMs = 86_400_000;
  let setBackMs = 0;
  const { clock } = context.browser;
  const now = (): number => stores.clock.now() - setBackMs;
  Object.assign(context, { browser: { ...context.browser, clock: { ...clock, now } } });
  const earlier = purchaseOf('earlier', { step: 'granted', changedAt: now() - dayMs });
  const display = createDisplay(context, new AbortController().signal);
  const show = async (...ids: readonly string[]): Promise<void> => {
    const added = ids.map((id) => purchaseOf(id, { changedAt: now() }));
    checkout.write(earlier, ...added);
    await Promise.all([context.purchases.read(), checkout.pass(1000)]);
    display.showAll();
  };
  await show('a');
  setBackMs = dayMs / 2;
  await show('a', 'b');
  const told = checkout.events.map(([name, state]) => [name, (state as { id: string }).id]);
  expect(told.filter(([, id]) => id !== 'a')).toEqual([['purchase', 'b']]);
});

test('a handle loses the details of a purchase that the journal has no longer, and no other', async () => {
  const checkout = createHeldCheckout();
  const { context } = checkout;
  Object.assign(context.session, { onChange: () => () => {} });
  checkout.write(purchaseOf('a', { values: { operation: 'ppv', item: 7 } }));
  await Promise.all([context.purchases.read(), checkout.pass()]);
  const display = createDisplay(context, new AbortController().signal);
  const items: (string | null)[] = [];
  display.purchase('a')!.$state.subscribe(({ item }) => void items.push(item));
  display.showAll();
  await checkout.pass();
  expect(items).toEqual(['7']);
  checkout.write();
  await Promise.all([context.purchases.read(), checkout.pass()]);
  display.showAll();
  await checkout.pass();
  expect(items).toEqual(['7', null]);
});
