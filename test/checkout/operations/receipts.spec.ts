import { expect, test } from '@playwright/test';
import { updateReceipts } from '../../../src/checkout/operations/receipts.ts';
import { createHeldCheckout, transactionID } from '../../fixtures/checkout/held-checkout.ts';

const values = { operation: 'ppv', item: 7 };
const settled = { transactionId: transactionID, expiresAt: null };

/** The receipt of a call of the user 17, at the time 1000. */
async function receiptsOf(isErased: boolean) {
  const checkout = createHeldCheckout();
  const call = { buyer: '17', calledAt: 1000, isErased: () => isErased };
  const update = updateReceipts(checkout.context, call, values, settled, {} as never);
  await checkout.pass();
  await update;
  return checkout.written();
}

test('a receipt has the time of its call, so that a later erasure erases it', async () => {
  expect(await receiptsOf(false)).toMatchObject([{ owner: '17', startedAt: 1000 }]);
});

test('a viewer who was forgotten during the call gets no receipt', async () => {
  expect(await receiptsOf(true)).toEqual([]);
});
