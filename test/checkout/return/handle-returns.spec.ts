import { expect, test } from '@playwright/test';
import { createDisplay } from '../../../src/checkout/purchase/display.ts';
import {
  collectLostReturns,
  handleMessage,
  handleOwnReturns,
  storeAndRead,
} from '../../../src/checkout/return/handle-returns.ts';
import { inboxName } from '../../../src/session/storage/stored-names.ts';
import {
  createHeldCheckout,
  purchaseOf,
  returnOf,
  transactionID,
} from '../../fixtures/checkout/held-checkout.ts';
import { key } from '../../fixtures/session/held-stores.ts';

const sent = { transactionID, token: 't' };

test('a return is written, read, sent and erased, and names its purchase', async () => {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a'));
  checkout.context.inbox.add(returnOf('a'));
  const { stored, completed } = handleOwnReturns(checkout.context, [returnOf('a')]);
  await checkout.pass();
  const named = { id: 'a', page: 'https://publisher.test/a' };
  expect([await stored, await completed]).toEqual([named, named]);
  expect(checkout.finishes).toEqual([sent]);
  expect(checkout.written()).toMatchObject([{ id: 'a', step: 'verifying' }]);
  expect(checkout.context.inbox.read()).toEqual([]);
  expect(checkout.stores.purchases.get(inboxName(key))).toBe(undefined);
  expect(checkout.toOpener, 'a popup that lost its name').toEqual([{ usherReturn: '' }]);
});

for (const separator of ['?', ';', '/?']) {
  test(`a provider may append its parameters by ${separator}`, async () => {
    const checkout = createHeldCheckout();
    checkout.write(purchaseOf('a'));
    const { completed } = handleOwnReturns(checkout.context, [
      returnOf('a', `${separator}outcome=approved&token=t`),
    ]);
    await checkout.pass();
    expect(await completed).toMatchObject({ id: 'a' });
    expect(checkout.finishes).toEqual([sent]);
  });
}

test('a page without a return has none', async () => {
  const { context } = createHeldCheckout();
  const { stored, completed } = handleOwnReturns(context, []);
  expect([await stored, await completed]).toEqual([undefined, undefined]);
});

test('of several returns the last one is that of the page, and all are sent', async () => {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a'), purchaseOf('b', { values: { operation: 'ppv', item: 8 } }));
  const { completed } = handleOwnReturns(checkout.context, [returnOf('a'), returnOf('b')]);
  await checkout.pass();
  expect(await completed).toMatchObject({ id: 'b' });
  expect(checkout.finishes).toHaveLength(2);
});

test('nothing is read or sent while the return is not written, and the page is told once', async () => {
  const checkout = createHeldCheckout();
  const { context, stores, events } = checkout;
  checkout.write(purchaseOf('a'));
  const broken = new Error('no journal');
  stores.purchaseTroubles.push(broken, broken);
  const { stored } = handleOwnReturns(context, [returnOf('a')]);
  let isStored = false;
  void stored.then(() => (isStored = true));
  await checkout.pass();
  const message = 'The journal of purchases cannot be read';
  expect(events).toMatchObject([['error', { code: 'journal-unavailable', message }]]);
  expect([context.returns.isWaiting('state-of-a'), context.returns.isPaused()]).toEqual([
    true,
    true,
  ]);
  expect(checkout.scheduled()).toBe(1);
  for (const isLast of [false, true]) {
    context.retryQueue.waitMs();
    await checkout.pass(60_000);
    context.retryQueue.run();
    await checkout.pass();
    expect(isStored).toBe(isLast);
  }
  expect(events.filter(([name]) => name === 'error')).toHaveLength(1);
  expect(context.returns.isPaused()).toBe(false);
  expect(checkout.finishes).toEqual([sent]);
});

test('a purchase says that its return waits for the journal only until the journal has it', async () => {
  const checkout = createHeldCheckout();
  const { context, stores } = checkout;
  checkout.write(purchaseOf('a'));
  await context.purchases.read();
  const display = createDisplay(context, new AbortController().signal);
  context.onChanged(display.showAll);
  const { $state, explain } = display.purchase('a')!;
  stores.purchaseTroubles.push(new Error('no database'));
  const { completed } = handleOwnReturns(context, [returnOf('a')]);
  await checkout.pass();
  expect($state.get()).toMatchObject({
    status: 'awaiting-provider',
    hasUnreadReturn: true,
    error: { code: 'journal-unavailable' },
  });
  context.retryQueue.waitMs();
  await checkout.pass(60_000);
  context.retryQueue.run();
  await checkout.pass();
  await completed;
  expect($state.get()).toMatchObject({ status: 'verifying', hasUnreadReturn: false });
  expect($state.get().error).toBe(undefined);
  expect((await explain()).text).not.toMatch(/journal|not been read/);
});

test('a return of no purchase stays in the inbox until it is kept', async () => {
  const checkout = createHeldCheckout();
  const { context } = checkout;
  context.inbox.add(returnOf('x'));
  let waiting: unknown[] = [];
  Object.assign(context.unknownReturns, {
    keep: async () => void (waiting = Array.from(context.inbox.read())),
  });
  handleOwnReturns(context, [returnOf('x')]);
  await checkout.pass();
  expect(waiting).toHaveLength(1);
  expect(context.inbox.read()).toEqual([]);
});

test('a return of no purchase is kept, and reported once', async () => {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a'));
  const { completed } = handleOwnReturns(checkout.context, [returnOf('x')]);
  await checkout.pass();
  expect((await completed)!.id).toBe(null);
  expect(checkout.events).toMatchObject([['error', { code: 'unknown-transaction' }]]);
  expect(await checkout.context.unknownReturns.list()).toHaveLength(1);
  expect(checkout.written()).toEqual([purchaseOf('a')]);
});

test("a return for another viewer's purchase is shown as suspended, and not sent", async () => {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a', { owner: '18' }));
  handleOwnReturns(checkout.context, [returnOf('a')]);
  await checkout.pass();
  expect(checkout.events).toMatchObject([['purchase', { id: 'a', status: 'suspended' }]]);
  expect(checkout.finishes).toEqual([]);
  expect(checkout.written()).toMatchObject([{ step: 'finishing' }]);
});

test('a settled purchase of another viewer is not shown', async () => {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a', { owner: '18', step: 'granted' }));
  handleOwnReturns(checkout.context, [returnOf('a')]);
  await checkout.pass();
  expect(checkout.events).toEqual([]);
});

test('a payment window leaves its return to the page that opened it, and closes', async () => {
  const checkout = createHeldCheckout();
  const { tab } = checkout;
  tab.isPaymentWindow = true;
  tab.onOpener = (message, reply) => {
    reply({ usherReceived: (message as { usherHandOver: string }).usherHandOver });
  };
  checkout.write(purchaseOf('a'));
  handleOwnReturns(checkout.context, [returnOf('a')]);
  await checkout.pass();
  expect(tab.isClosed).toBe(true);
  expect(checkout.toOpener).toMatchObject([{ usherReturn: '', usherPurchase: 'a' }]);
  expect(checkout.written()).toMatchObject([{ unreadReturns: [returnOf('a')] }]);
  await checkout.pass(1999);
  expect(checkout.finishes, 'left to that page').toEqual([]);
  await checkout.pass(1);
  expect(checkout.finishes, 'a window that the browser does not close').toEqual([sent]);
});

test('a payment window of which no page answers sends its return itself', async () => {
  const checkout = createHeldCheckout();
  checkout.tab.isPaymentWindow = true;
  checkout.write(purchaseOf('a'));
  handleOwnReturns(checkout.context, [returnOf('a')]);
  await checkout.pass(2999);
  expect(checkout.finishes).toEqual([]);
  await checkout.pass(1);
  expect([checkout.finishes, checkout.tab.isClosed]).toEqual([[sent], false]);
});

for (const isAnswered of [true, false]) {
  test(`a payment window hands over a return that it does not know, answered: ${isAnswered}`, async () => {
    const checkout = createHeldCheckout();
    const { tab, context } = checkout;
    tab.isPaymentWindow = true;
    tab.onOpener = (message, reply) => {
      const name = (message as { usherHandOver: string }).usherHandOver;
      if (isAnswered) reply({ usherReceived: name });
    };
    context.inbox.add(returnOf('x'));
    handleOwnReturns(context, [returnOf('x')]);
    await checkout.pass(3000);
    expect(checkout.toOpener[0]).toMatchObject({ usherReturn: returnOf('x').text });
    expect(tab.isClosed).toBe(isAnswered);
    expect(await context.unknownReturns.list()).toHaveLength(isAnswered ? 0 : 1);
    expect(context.inbox.read()).toEqual([]);
    expect(checkout.events).toHaveLength(isAnswered ? 0 : 1);
    expect(context.returns.isPaused()).toBe(false);
  });
}

test('a page that is no payment window hands nothing over', async () => {
  const checkout = createHeldCheckout();
  handleOwnReturns(checkout.context, [returnOf('x')]);
  await checkout.pass();
  expect(checkout.toOpener).toEqual([]);
  expect(checkout.events).toHaveLength(1);
});

test('returns that other tabs left are written and read, and those of no purchase are kept', async () => {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a'));
  const x = { ...returnOf('x'), receivedAt: 5 };
  const handled = storeAndRead(checkout.context, [returnOf('a'), x]);
  await checkout.pass();
  await handled;
  expect(checkout.written()).toMatchObject([{ step: 'finishing', finish: sent }]);
  expect(await checkout.context.unknownReturns.list()).toMatchObject([{ receivedAt: 5 }]);
  expect(checkout.events).toMatchObject([['error', { code: 'unknown-transaction' }]]);
});

test('a window that hands over a return of this page is answered, and the return is sent', async () => {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a'));
  await checkout.context.purchases.read();
  const answered = handleMessage(checkout.context, returnOf('a').text);
  expect(checkout.context.inbox.read(), 'the window may close').toMatchObject([
    { text: returnOf('a').text, receivedAt: checkout.stores.clock.now() },
  ]);
  await checkout.pass();
  expect(await answered).toBe(true);
  expect(checkout.finishes).toEqual([sent]);
});

test('a window that hands over a return of no purchase is not answered, and reported once', async () => {
  const checkout = createHeldCheckout();
  for (let times = 0; times < 2; times++) {
    const answered = handleMessage(checkout.context, returnOf('x').text);
    expect(checkout.context.inbox.read()).toEqual([]);
    await checkout.pass();
    expect(await answered).toBe(false);
  }
  expect(checkout.events).toHaveLength(1);
});

test('before something is bought, a return that only IndexedDB has counts, and is sent', async () => {
  const checkout = createHeldCheckout();
  const { context, stores } = checkout;
  const purchase = purchaseOf('a');
  checkout.write(purchase);
  stores.purchases.set(inboxName(key), [returnOf('a')]);
  const taken = collectLostReturns(context);
  await checkout.pass();
  await taken;
  expect(checkout.written()).toMatchObject([{ id: 'a', step: 'finishing', finish: sent }]);
  stores.purchaseTroubles.push(new Error('no database'));
  const code = await collectLostReturns(context).catch((error: { code: string }) => error.code);
  expect(code).toBe('journal-unavailable');
});

test('a return that this page is erasing does not come back', async () => {
  const { context, stores, pass } = createHeldCheckout();
  context.inbox.add(returnOf('a'));
  await pass();
  stores.purchaseTroubles.push(new Error('no database'));
  await context.inbox.remove([returnOf('a')]).catch(() => {});
  await collectLostReturns(context);
  expect(context.inbox.read()).toEqual([]);
});
