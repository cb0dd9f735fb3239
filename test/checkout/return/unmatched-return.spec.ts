import { expect, test } from '@playwright/test';
import { unknownReturn } from '../../../src/checkout/return/unknown-returns.ts';
import { reportUnmatched } from '../../../src/checkout/return/unmatched-return.ts';
import { createHeldCheckout, returnOf } from '../../fixtures/checkout/held-checkout.ts';
import { key } from '../../fixtures/session/held-stores.ts';

const x = returnOf('x');

test('a return without a purchase is kept before it leaves the inbox, and reported once', async () => {
  const checkout = createHeldCheckout();
  const { context, stores, events } = checkout;
  context.inbox.add(x);
  await checkout.pass();
  let renewed = 0;
  context.items.observers.add(() => renewed++);
  stores.purchaseTroubles.push(new Error('no journal'));
  const reporting = reportUnmatched(context, x);
  await checkout.pass();
  await reporting;
  expect(context.inbox.read(), 'the next page finds it').toHaveLength(1);
  expect(events).toMatchObject([['error', { code: 'unknown-transaction' }]]);
  expect(renewed, 'it may have been paid elsewhere').toBe(1);
  expect(checkout.scheduled()).toBe(1);

  context.retryQueue.waitMs();
  await checkout.pass(10_000);
  context.retryQueue.run();
  await checkout.pass();
  expect(await context.unknownReturns.list()).toMatchObject([{ receivedAt: 1000 }]);
  expect(context.inbox.read()).toEqual([]);
  expect(events).toHaveLength(1);
});

test('the last five returns without a purchase are kept, each once, the newest last', async () => {
  const { context } = createHeldCheckout();
  const keep = (id: string, receivedAt: number) =>
    context.unknownReturns.keep({ ...returnOf(id, '&token=t'), receivedAt });
  const receivedAt = async (): Promise<number[]> =>
    (await context.unknownReturns.list()).map((each) => each.receivedAt);
  for (const [index, id] of ['a', 'b', 'c', 'b'].entries()) await keep(id, index);
  expect(await receivedAt()).toEqual([0, 2, 3]);
  for (const [index, id] of ['d', 'e', 'f'].entries()) await keep(id, 4 + index);
  const kept = await context.unknownReturns.list();
  expect(await receivedAt()).toEqual([2, 3, 4, 5, 6]);
  expect(kept[0]).toMatchObject({ id: null, page: undefined });
});

test('without a database the list is empty, and keeping rejects', async () => {
  const { context, stores } = createHeldCheckout();
  stores.purchaseTroubles.push(new Error('no database'), new Error('no database'));
  expect(await context.unknownReturns.list()).toEqual([]);
  await expect(context.unknownReturns.keep(x)).rejects.toThrow('no database');
});

test('an erasure of returns without a purchase creates no record, and leaves none', async () => {
  const { context, stores } = createHeldCheckout();
  await context.unknownReturns.erase(() => true);
  expect(stores.purchases.size).toBe(0);
  await context.unknownReturns.keep(x);
  expect([...stores.purchases.keys()]).toEqual([`${key}|unknown-returns`]);
  await context.unknownReturns.erase(() => true);
  expect(await context.unknownReturns.list()).toHaveLength(1);
  await context.unknownReturns.erase(() => false);
  expect([...stores.purchases.values()]).toEqual([undefined]);
});

test('the parameters of a return are those of its address, or of its outcome', () => {
  const parametersOf = (text: string): string =>
    String(unknownReturn({ text, receivedAt: 1 }).parameters());
  expect(parametersOf('state&token=a%2Bb#more=1')).toBe('token=a%2Bb&more=1');
  expect(parametersOf('state {"token":"t","reference":null,"finalPayment":499}')).toBe(
    'token=t&finalPayment=499',
  );
});

test('a return without a purchase that is found twice is reported once', async () => {
  const checkout = createHeldCheckout();
  const reports = [1, 2].map(() => reportUnmatched(checkout.context, x));
  await checkout.pass();
  await Promise.all(reports);
  expect(checkout.events).toMatchObject([['error', { code: 'unknown-transaction' }]]);
});
