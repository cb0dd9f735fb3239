import { expect, test } from '@playwright/test';
import { recordOutcome } from '../../../src/checkout/return/record-outcome.ts';
import {
  findUnread,
  hasUnreadReturn,
  removeReturns,
  showWaiting,
} from '../../../src/checkout/return/waiting-returns.ts';
import {
  createHeldCheckout,
  purchaseOf,
  returnOf,
  transactionID,
} from '../../fixtures/checkout/held-checkout.ts';

const unreadReturns = [returnOf('a')];

test('a return is unread while it is in the journal or in the inbox', () => {
  const { context } = createHeldCheckout();
  expect(hasUnreadReturn(context, purchaseOf('a'))).toBe(false);
  expect(hasUnreadReturn(context, purchaseOf('a', { unreadReturns }))).toBe(true);
  context.inbox.add(returnOf('a'));
  expect(hasUnreadReturn(context, purchaseOf('a'))).toBe(true);
  expect(hasUnreadReturn(context, purchaseOf('b'))).toBe(false);
});

test('an unread return blocks only the same intent of the same viewer', () => {
  const { context } = createHeldCheckout();
  const bought = purchaseOf('new');
  const find = (more: Parameters<typeof purchaseOf>[1]) =>
    findUnread(context, [purchaseOf('a', { unreadReturns, ...more })], bought)?.id;
  expect(find({})).toBe('a');
  expect(find({ step: 'abandoned' })).toBe('a');
  expect(find({ step: 'granted' })).toBe(undefined);
  expect(find({ owner: '18' })).toBe(undefined);
  expect(find({ values: { operation: 'ppv', item: 8 } })).toBe(undefined);
  expect(find({ unreadReturns: undefined })).toBe(undefined);
});

test('returns that cannot be erased are erased later', async () => {
  const checkout = createHeldCheckout();
  const { context, stores } = checkout;
  context.inbox.add(returnOf('a'));
  await checkout.pass();
  stores.purchaseTroubles.push(new Error('no database'));
  await removeReturns(context, [returnOf('a')]);
  expect(checkout.scheduled()).toBe(1);
  expect(await context.inbox.readLost()).toHaveLength(1);
  context.retryQueue.waitMs();
  await checkout.pass(10_000);
  context.retryQueue.run();
  await checkout.pass();
  expect(await context.inbox.readLost()).toEqual([]);
});

test('without returns no database is asked', async () => {
  const { context, stores } = createHeldCheckout();
  stores.purchaseTroubles.push(new Error('asked'));
  await removeReturns(context, []);
  expect(stores.purchaseTroubles).toHaveLength(1);
});

test('a page shows once that a return waits, and once that it does not', () => {
  const { context } = createHeldCheckout();
  let shown = 0;
  context.onChanged(() => shown++);
  const seen = (['waiting', 'waiting', 'written', 'written'] as const).map((progress) => {
    showWaiting(context, [returnOf('a')], progress);
    return [context.returns.isWaiting('state-of-a'), shown];
  });
  expect(seen).toEqual([
    [true, 1],
    [true, 1],
    [false, 2],
    [false, 2],
  ]);
});

const approved = { outcome: 'approved', token: 't' } as const;

test('the outcome of a function of the page waits in the inbox until it is written, and is sent', async () => {
  const checkout = createHeldCheckout();
  const { context, stores, events } = checkout;
  checkout.write(purchaseOf('a'));
  await context.purchases.read();
  stores.purchaseTroubles.push(new Error('no inbox'), new Error('no journal'));
  const handling = recordOutcome(context, purchaseOf('a'), approved);
  expect(context.inbox.read()).toMatchObject([{ receivedAt: stores.clock.now() }]);
  await checkout.pass();
  await handling;
  expect(events).toMatchObject([['error', { code: 'journal-unavailable' }]]);
  expect([context.returns.isWaiting('state-of-a'), checkout.scheduled()]).toEqual([true, 1]);
  expect(context.inbox.read()).toHaveLength(1);
  context.retryQueue.waitMs();
  await checkout.pass(10_000);
  context.retryQueue.run();
  await checkout.pass();
  expect(context.returns.isWaiting('state-of-a')).toBe(false);
  expect(context.inbox.read()).toEqual([]);
  expect(checkout.finishes).toEqual([{ transactionID, token: 't' }]);
});

test('an outcome whose purchase was deleted meanwhile is kept, and reported', async () => {
  const checkout = createHeldCheckout();
  const handling = recordOutcome(checkout.context, purchaseOf('a'), approved);
  await checkout.pass();
  await handling;
  expect(checkout.events).toMatchObject([['error', { code: 'unknown-transaction' }]]);
  expect(await checkout.context.unknownReturns.list()).toHaveLength(1);
  expect(checkout.finishes).toEqual([]);
});
