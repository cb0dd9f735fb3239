import { expect, test } from '@playwright/test';
import type { Provider } from '../../../src/checkout/providers/provider.ts';
import { handleMessage } from '../../../src/checkout/return/handle-returns.ts';
import { readReturns, readUnreadAgain } from '../../../src/checkout/return/read-returns.ts';
import {
  createHeldCheckout,
  purchaseOf,
  returnOf,
  transactionID,
  type HeldCheckout,
} from '../../fixtures/checkout/held-checkout.ts';

const approved = { outcome: 'approved', token: 't' } as const;
const finish = { transactionID, token: 't' };
const withReader = (read: (parameters: URLSearchParams) => unknown): Provider =>
  ({ name: 'card', type: 'redirect', url: async () => '', read }) as Provider;

/** A page whose journal has a purchase with an unread return. */
async function pageWith(
  providers: readonly Provider[] = [],
  more: Parameters<typeof purchaseOf>[1] = {},
): Promise<HeldCheckout> {
  const checkout = createHeldCheckout(providers);
  checkout.write(purchaseOf('a', { unreadReturns: [returnOf('a')], ...more }));
  await checkout.context.purchases.read();
  return checkout;
}

async function read(checkout: HeldCheckout): Promise<void> {
  const reading = readReturns(checkout.context);
  await checkout.pass();
  await reading;
}

test('a return is read by the names of the fields, and erased in the same step', async () => {
  const checkout = await pageWith();
  await read(checkout);
  const [record] = checkout.written();
  expect(record).toMatchObject({ step: 'finishing', finish });
  expect(record!.unreadReturns).toBe(undefined);
});

test('a return that a payment window hands over twice is not left unread', async () => {
  const checkout = await pageWith();
  await read(checkout);
  const handled = handleMessage(checkout.context, returnOf('a').text);
  await checkout.pass();
  expect(await handled).toBe(true);
  await checkout.pass();
  const [record] = checkout.written();
  expect(record!.unreadReturns).toBe(undefined);
  expect(record!.finish).toEqual(finish);
});

test('a return is read by the function of its provider', async () => {
  const seen: string[] = [];
  const provider = withReader((parameters) => {
    seen.push(String(parameters));
    return { ...approved, token: 'read' };
  });
  const checkout = await pageWith([provider]);
  await read(checkout);
  expect(seen).toEqual(['outcome=approved&token=t']);
  expect(checkout.written()).toMatchObject([{ finish: { transactionID, token: 'read' } }]);
});

test('an outcome of a function of the page is read without its provider', async () => {
  const raw = { text: `state-of-a ${JSON.stringify(approved)}`, receivedAt: 1000 };
  const checkout = await pageWith([], { usesDefaultReader: false, unreadReturns: [raw] });
  await read(checkout);
  expect(checkout.written()).toMatchObject([{ finish }]);
});

test('a return whose provider the page does not have stays, and says so', async () => {
  const checkout = await pageWith([], { usesDefaultReader: false });
  await read(checkout);
  expect(checkout.written()).toMatchObject([
    {
      step: 'awaiting-provider',
      unreadReturns: [returnOf('a')],
      error: { code: 'provider-unavailable', hint: 'this page has no provider named card' },
    },
  ]);
});

test('a return that cannot be read stays, and one without parameters does not', async () => {
  const odd = returnOf('a', '&odd=1');
  const checkout = await pageWith([], { unreadReturns: [odd, returnOf('a', '')] });
  await read(checkout);
  expect(checkout.written()).toMatchObject([
    {
      step: 'awaiting-provider',
      unreadReturns: [odd],
      error: { code: 'malformed', hint: 'the outcome of the provider cannot be read' },
    },
  ]);
});

test('a provider reads a return once on a page, and again when the viewer buys the same', async () => {
  let [reads, isBroken] = [0, true];
  const provider = withReader(() => {
    reads++;
    return isBroken ? {} : approved;
  });
  const checkout = await pageWith([provider]);
  const other = purchaseOf('other', { owner: '18' });
  await read(checkout);
  await read(checkout);
  expect(reads).toBe(1);
  const again = async (bought: typeof other): Promise<void> => {
    const reading = readUnreadAgain(checkout.context, bought);
    await checkout.pass();
    await reading;
  };
  await again(other);
  expect(reads, 'of another viewer').toBe(1);
  isBroken = false;
  await again(purchaseOf('new'));
  expect(reads).toBe(2);
  expect(checkout.written()).toMatchObject([{ step: 'finishing', finish }]);
});

test('a page that is paused reads nothing', async () => {
  const checkout = await pageWith();
  const resume = checkout.context.returns.pause();
  await read(checkout);
  expect(checkout.written()).toMatchObject([{ step: 'awaiting-provider' }]);
  resume();
  await read(checkout);
  expect(checkout.written()).toMatchObject([{ step: 'finishing' }]);
});

test('a return that another tab has read meanwhile is skipped', async () => {
  const checkout = await pageWith();
  const elsewhere = purchaseOf('a', { step: 'abandoned' });
  checkout.write(elsewhere);
  await read(checkout);
  expect([checkout.written(), checkout.events]).toEqual([[elsewhere], []]);

  checkout.context.returns.readAgain(returnOf('a').text);
  checkout.write(purchaseOf('a', { unreadReturns: [returnOf('a')] }));
  await checkout.context.purchases.read();
  const another = purchaseOf('a', { unreadReturns: [returnOf('a', '&outcome=cancelled')] });
  checkout.write(another);
  await read(checkout);
  expect([checkout.written(), checkout.events]).toEqual([[another], []]);
});

test('a reading that cannot be written is repeated, and the page is told', async () => {
  const checkout = await pageWith();
  const { context, stores, events } = checkout;
  stores.purchaseTroubles.push(new Error('no journal'));
  await read(checkout);
  expect(events).toMatchObject([['error', { code: 'journal-unavailable' }]]);
  expect(checkout.scheduled()).toBe(1);
  context.retryQueue.waitMs();
  await checkout.pass(10_000);
  context.retryQueue.run();
  await checkout.pass();
  expect(checkout.written()).toMatchObject([{ step: 'finishing', finish }]);
});
