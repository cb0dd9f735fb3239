import { expect, test } from '@playwright/test';
import { operate, operations } from '../../../src/checkout/operations/operations.ts';
import { UsherError } from '../../../src/errors/usher-error.ts';
import { createHeldCheckout, transactionID } from '../../fixtures/checkout/held-checkout.ts';

interface Sending {
  readonly findSession: () => Promise<unknown>;
}

/** A voucher of the user 17, with what the platform answers. */
function redeem(request: () => Promise<unknown>) {
  const checkout = createHeldCheckout();
  const { context } = checkout;
  Object.assign(context, { request });
  const values = { vouchercode: 'ABC' } as never;
  const result = operate(context, operations.redeemVoucher(values), { askedBy: '17' });
  result.catch(() => {}); // awaited below
  return { checkout, context, result };
}

for (const [code, isChecked] of [
  ['network', true],
  ['platform', true],
  ['identity-changed', false],
  ['static-session', false],
  ['input', false],
] as const) {
  test(`after ${code} the items of other tabs are ${isChecked ? '' : 'not '}checked again`, async () => {
    const { checkout, context, result } = redeem(() => Promise.reject(new UsherError(code, 'no')));
    await checkout.pass();
    await expect(result).rejects.toMatchObject({ code });
    expect(context.purchaseSignal.read() !== null).toBe(isChecked);
  });
}

test('the end of a grant is in ms, and an item 0 is none', async () => {
  const general = { transactionID, state: 'finished', item: 0, validUntil: 1_900_000_000 };
  const { checkout, result } = redeem(async () => ({ result: { general } }));
  await checkout.pass();
  expect(await result).toMatchObject({
    transactionId: transactionID,
    expiresAt: 1_900_000_000_000,
    item: null,
  });
});

test('a grant without an end, as platforms write it, has none', async () => {
  for (const validUntil of [0, -1, 1_900_000_000_000]) {
    const general = { transactionID, state: 'finished', validUntil };
    const { checkout, result } = redeem(async () => ({ result: { general } }));
    await checkout.pass();
    expect(await result, String(validUntil)).toMatchObject({ expiresAt: null });
  }
});

test('an upgrade needs its transaction and its amount, and a voucher one code', () => {
  expect(operations.upgradeSubscription({ transactionID, amount: 5 })).toEqual({
    name: 'upgradesubscription',
    values: { transactionID, amount: 5 },
    required: ['transactionID', 'amount'],
  });
  expect(operations.redeemVoucher({ vouchercode: 'A' } as never).name).toBe('redeemvoucher');
});

test('a result for nobody is not given to a viewer whom another tab has logged in', async () => {
  const { context, ...checkout } = createHeldCheckout();
  const sent = { id: '1' };
  Object.assign(context.session, { ready: async () => sent });
  Object.assign(context.session.context, { current: sent });
  Object.assign(context, {
    async request(_area: unknown, _name: string, _values: object, { findSession }: Sending) {
      await findSession();
      Object.assign(context.session.context, {
        current: { id: '1', user: { id: '17', name: 'ada' } },
        record: { epoch: 2 },
      });
      return { result: { general: { state: 'redeemed' } } };
    },
  });
  const voucher = operations.redeemVoucher({ vouchercode: 'ABC' });
  const refused = expect(operate(context, voucher, { askedBy: null })).rejects.toMatchObject({
    code: 'identity-changed',
  });
  await checkout.pass();
  await refused;
});

for (const [given, said] of [
  ['00123', 123],
  [123n, '123'],
  ['00123', undefined],
] as const) {
  test(`stopRenewal() of ${given} is answered with the transaction ${said}`, async () => {
    const checkout = createHeldCheckout();
    const general = { transactionID: said, state: 'ending' };
    Object.assign(checkout.context, { request: async () => ({ result: { general } }) });
    const operation = operations.stopRenewal({ transactionID: given });
    const result = operate(checkout.context, operation, { askedBy: '17' });
    await checkout.pass();
    expect(await result).toMatchObject({ state: 'ending', transactionId: '123' });
  });
}
