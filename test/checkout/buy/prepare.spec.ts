import { expect, test } from '@playwright/test';
import { sendPrepare } from '../../../src/checkout/buy/prepare.ts';
import { startPurchaseScheduler } from '../../../src/checkout/finish/scheduler.ts';
import type { PurchaseRecord } from '../../../src/checkout/purchase/purchase-record.ts';
import {
  createHeldCheckout,
  purchaseOf,
  transactionID,
  type HeldCheckout,
} from '../../fixtures/checkout/held-checkout.ts';

/** Longer than a database that has not answered is left alone, and than the waits until then. */
const restMs = 100_000;

const startedAt = createHeldCheckout().stores.clock.now();
const record = purchaseOf('a', {
  step: 'preparing',
  transactionID: undefined as never,
  providerOpenedAt: undefined as never,
  startedAt,
  tries: 1,
  triedAt: startedAt,
});

/** A page whose database does not answer when the result of a prepare is written. */
async function prepareWithoutDatabase(): Promise<HeldCheckout> {
  const checkout = createHeldCheckout();
  const { context, stores } = checkout;
  const request = async (): Promise<unknown> => {
    stores.purchaseTroubles.push('hang');
    return { result: { general: { transactionID } } };
  };
  Object.assign(context, { request });
  checkout.write(record);
  startPurchaseScheduler(context);
  await context.purchases.read();
  const failed = expect(sendPrepare(context, record)).rejects.toMatchObject({
    code: 'journal-unavailable',
  });
  await checkout.pass(2000);
  await failed;
  expect(checkout.written()).toEqual([record]);
  return checkout;
}

test('a prepare whose result cannot be written has its error as soon as it can', async () => {
  const { pass, written } = await prepareWithoutDatabase();
  await pass(restMs);
  expect(written()).toMatchObject([{ step: 'preparing', error: { code: 'journal-unavailable' } }]);
});

test('a late error of a prepare is not written while a later attempt is under way', async () => {
  const { context, pass, written } = await prepareWithoutDatabase();
  context.attempts.begin('a');
  await pass(restMs);
  expect(written()).toEqual([record]);
});

for (const [words, later] of [
  ['has been tried again', { triedAt: startedAt + 1 }],
  ['has gone on', { step: 'awaiting-provider', transactionID, providerOpenedAt: startedAt }],
] as const satisfies readonly (readonly [string, Partial<PurchaseRecord>])[]) {
  test(`a late error of a prepare changes no purchase that ${words}`, async () => {
    const { write, pass, written } = await prepareWithoutDatabase();
    write({ ...record, ...later });
    await pass(restMs);
    expect(written()).toEqual([{ ...record, ...later }]);
  });
}
