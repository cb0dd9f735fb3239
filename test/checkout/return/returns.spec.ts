import { expect, test } from '@playwright/test';
import { lineOf, type RawReturn } from '../../../src/checkout/return/raw-return.ts';
import { watchReturns, type Returns } from '../../../src/checkout/return/returns.ts';
import { inboxName } from '../../../src/session/storage/stored-names.ts';
import {
  createHeldCheckout,
  purchaseOf,
  returnOf,
  transactionID,
  type HeldCheckout,
} from '../../fixtures/checkout/held-checkout.ts';
import { key } from '../../fixtures/session/held-stores.ts';

const sent = { transactionID, token: 't' };
const name = inboxName(key);

function openPage(): HeldCheckout & { readonly returns: Returns } {
  const checkout = createHeldCheckout();
  checkout.write(purchaseOf('a'));
  return { ...checkout, returns: watchReturns(checkout.context) };
}

/** Stores a return that came some time ago, as its tab does. */
function leave({ stores }: HeldCheckout, place: 'tab' | 'device', agoMs: number): RawReturn {
  const raw = { ...returnOf('a'), receivedAt: stores.clock.now() - agoMs };
  stores.texts[place].set(name, `\n${lineOf(raw)}`);
  return raw;
}

test('a return of this page is handled at once', async () => {
  const page = openPage();
  leave(page, 'tab', 0);
  const started = page.returns.start();
  await page.pass();
  expect([await started, await page.returns.stored(), await page.returns.completed()]).toEqual(
    Array(3).fill({ id: 'a', page: 'https://publisher.test/a' }),
  );
  expect(page.finishes).toEqual([sent]);
  expect(page.stores.clock.waiting(), 'nothing else is looked for').toBe(0);
});

test('a page without a return says so', async () => {
  const page = openPage();
  expect(await page.returns.start()).toBe(undefined);
  const ends = Promise.all([page.returns.stored(), page.returns.completed()]);
  await page.pass();
  expect(await ends).toEqual([undefined, undefined]);
  expect(page.stores.clock.waiting(), 'nothing is looked for').toBe(0);
});

test('a return of another tab that came at this moment is left to it', async () => {
  const page = openPage();
  leave(page, 'device', 0);
  await page.returns.start();
  await page.pass();
  expect(page.written()).toEqual([purchaseOf('a')]);
});

test('a return of another tab is left to it for three seconds', async () => {
  const page = openPage();
  leave(page, 'device', 1000);
  await page.returns.start();
  await page.pass(1999);
  expect(page.written()).toEqual([purchaseOf('a')]);
  await page.pass(1001);
  expect(page.written()).toMatchObject([{ step: 'finishing', finish: sent }]);
  expect(await page.returns.completed(), 'it is not the one of this page').toBe(undefined);
});

for (const [words, agoMs] of [
  ['three seconds ago', 3000],
  ['in the future, because a clock was set back', -1],
] as const) {
  test(`a return of another tab that came ${words} is handled at once`, async () => {
    const page = openPage();
    leave(page, 'device', agoMs);
    await page.returns.start();
    await page.pass();
    expect(page.written()).toMatchObject([{ step: 'finishing' }]);
    expect(page.stores.clock.waiting(), 'nothing else is looked for').toBe(0);
  });
}

test('a page that is gone leaves the returns of other tabs to the next page', async () => {
  const page = openPage();
  leave(page, 'device', 1000);
  await page.returns.start();
  page.returns.stop();
  await page.pass(10_000);
  expect(page.written()).toEqual([purchaseOf('a')]);
  page.receive({ usherReturn: returnOf('a').text, usherHandOver: 'x' }, () => {});
  await page.pass();
  expect(page.written()).toEqual([purchaseOf('a')]);
});

test('a new look sets one timer, not two', async () => {
  const page = openPage();
  leave(page, 'device', 1000);
  await page.returns.start();
  await page.pass();
  const before = page.stores.clock.waiting();
  page.returns.findReturns();
  await page.pass();
  expect(page.stores.clock.waiting()).toBe(before);
});

test('a return that a killed browser has lost in the text stores counts as that of this page', async () => {
  const page = openPage();
  page.stores.purchases.set(name, [returnOf('a')]);
  void page.returns.start();
  const ends = Promise.all([page.returns.stored(), page.returns.completed()]);
  await page.pass();
  expect(await ends).toMatchObject([{ id: 'a' }, { id: 'a' }]);
  expect(page.finishes).toEqual([sent]);
});

test('a lost return beside one of this page is handled too, and does not count as the one of the page', async () => {
  const page = openPage();
  const values = { operation: 'ppv', item: 8 };
  page.write(purchaseOf('a'), purchaseOf('b', { values }));
  leave(page, 'tab', 0);
  page.stores.purchases.set(name, [returnOf('b')]);
  void page.returns.start();
  await page.pass();
  expect(await page.returns.completed()).toMatchObject({ id: 'a' });
  expect(page.written()[1]).toMatchObject({ id: 'b', step: 'finishing' });
});

test('lost returns are looked for again when the database did not answer', async () => {
  const page = openPage();
  page.stores.purchases.set(name, [returnOf('a')]);
  page.stores.purchaseTroubles.push(new Error('no database'));
  void page.returns.start();
  await page.pass();
  expect(page.scheduled()).toBeGreaterThan(0);
  page.context.retryQueue.waitMs();
  await page.pass(10_000);
  page.context.retryQueue.run();
  await page.pass();
  expect(page.finishes).toEqual([sent]);
});

test('a return is handled once, however often it is found', async () => {
  const page = openPage();
  leave(page, 'tab', 0);
  page.stores.full.add('tab');
  page.write();
  void page.returns.start();
  await page.pass();
  leave(page, 'tab', 0);
  page.returns.findReturns();
  await page.pass();
  expect(page.events).toHaveLength(1);
});

test('a payment window that hands its return over is answered when it is written', async () => {
  const page = openPage();
  await page.returns.start();
  await page.context.purchases.read();
  const replies: unknown[] = [];
  page.receive({ usherReturn: returnOf('a').text, usherHandOver: 'x' }, (reply) =>
    replies.push(reply),
  );
  await page.pass();
  expect(replies).toEqual([{ usherReceived: 'x' }]);
  expect(page.finishes).toEqual([sent]);
});
