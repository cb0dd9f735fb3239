import { expect, test } from '@playwright/test';
import { listenToWindows } from '../../../src/checkout/return/hand-over.ts';
import { handleOwnReturns } from '../../../src/checkout/return/handle-returns.ts';
import {
  createHeldCheckout,
  purchaseOf,
  returnOf,
  type HeldCheckout,
} from '../../fixtures/checkout/held-checkout.ts';

/** A page that listens to the payment windows it has opened, and what it has received. */
function openPage(): HeldCheckout & { readonly received: readonly string[] } {
  const checkout = createHeldCheckout();
  const received: string[] = [];
  listenToWindows(checkout.context, async (text) => {
    received.push(text);
    return true;
  });
  return { ...checkout, received };
}

/** The answers of a page to a message of another window. */
async function answersOf(page: HeldCheckout, message: unknown): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  page.receive(message, (answer) => answers.push(answer));
  await page.pass();
  return answers;
}

const written = (usherPurchase: string): object => ({
  usherReturn: '',
  usherPurchase,
  usherHandOver: 'x',
});

test('a window that has written its return is answered by a page that has the purchase', async () => {
  const page = openPage();
  page.write(purchaseOf('a'), purchaseOf('b'));
  expect(await answersOf(page, written('a'))).toEqual([{ usherReceived: 'x' }]);
  expect(await answersOf(page, written('of a journal elsewhere'))).toEqual([]);
  expect(page.received).toEqual([]);
});

test('a window is not answered by a page that cannot read its journal', async () => {
  const page = openPage();
  page.stores.purchaseTroubles.push(new Error('no database'), new Error('no database'));
  expect(await answersOf(page, written('a'))).toEqual([]);
});

test('a return of another domain is left to the runtime of that domain', async () => {
  const page = openPage();
  const message = { usherReturn: 'state&token=t', usherHandOver: 'x' };
  expect(await answersOf(page, { ...message, usherMark: 'usher-return=742.' })).toEqual([]);
  expect(page.received).toEqual([]);
  const received = [{ usherReceived: 'x' }];
  expect(await answersOf(page, { ...message, usherMark: 'usher-return=741.' })).toEqual(received);
  expect(await answersOf(page, message), 'of an older build').toEqual(received);
});

test('a payment window names the domain of its return', async () => {
  const checkout = createHeldCheckout();
  checkout.tab.isPaymentWindow = true;
  handleOwnReturns(checkout.context, [returnOf('x')]);
  await checkout.pass(3000);
  expect(checkout.toOpener[0]).toMatchObject({ usherMark: 'usher-return=741.' });
});

test('a message of another script is no return', async () => {
  const page = openPage();
  for (const message of [undefined, 'text', {}, { usherReturn: 5 }, { usherReturn: null }]) {
    expect(await answersOf(page, message)).toEqual([]);
  }
  expect(page.received).toEqual([]);
});

test('a payment window goes on itself after an answer that is for another window', async () => {
  const checkout = createHeldCheckout();
  const { tab } = checkout;
  tab.isPaymentWindow = true;
  tab.onOpener = (_message, reply) => {
    reply({ usherReceived: 'another' });
    reply(undefined);
  };
  checkout.write(purchaseOf('a'));
  handleOwnReturns(checkout.context, [returnOf('a')]);
  await checkout.pass(3000);
  expect(tab.isClosed).toBe(false);
  expect(checkout.finishes).toHaveLength(1);
});
