import { expect, test } from '@playwright/test';
import {
  monthly,
  openPaymentSetup,
  rent,
  type Buyer,
  type PaymentSetup,
} from '../fixtures/platform/payment-setup.ts';

let setup: PaymentSetup;
test.beforeAll(async () => {
  setup = await openPaymentSetup();
});
test.afterAll(() => setup.close());

const remove = (buyer: Buyer, id: string): ReturnType<Buyer['pay']> =>
  buyer.pay('cancelsubscription', {
    transactionID: id,
    cancelTransaction: '1',
    reasonText: 'failed',
  });
const kindsOf = async (domain: number, id: string): Promise<string[]> =>
  (await setup.platform.ledger(domain)).rows
    .filter((row) => row.transaction === id)
    .map((row) => `${row.kind} ${row.amountMinor}`);

test('an unprocessed transaction is deleted, and can no longer be finished', async () => {
  const ada = await setup.buyer(9700);
  const id = await ada.prepare(monthly);
  for (const _ of [1, 2]) {
    expect((await remove(ada, id)).result.general).toEqual({
      transactionID: id,
      state: 'deleted',
      validUntil: 0,
    });
  }
  expect((await ada.pay('finishtransaction', { transactionID: id })).status).toBe(404);
  expect((await ada.pay('cancelsubscription', { transactionID: id })).status).toBe(404);
  expect(await kindsOf(9700, id)).toEqual(['prepared 799', 'deleted 0']);
  expect((await setup.platform.ledger(9700)).problems).toEqual([]);
});

test('money charged for a deleted transaction is refunded once', async () => {
  const ada = await setup.buyer(9701);
  const id = await ada.prepare();
  await remove(ada, id);
  const token = await setup.provider.sign({ sub: id });
  for (const _ of [1, 2]) {
    expect((await ada.pay('finishtransaction', { transactionID: id, token })).status).toBe(404);
  }
  expect(await kindsOf(9701, id)).toEqual([
    'prepared 499',
    'deleted 0',
    'paid 499',
    'refunded 499',
  ]);
  expect(await ada.state()).toMatchObject({ canPlay: 0 });
  expect(await setup.platform.ledger(9701)).toMatchObject({ problems: [] });
});

test('deleting asks the provider: a pending payment stays, an approved one is refunded', async () => {
  const ada = await setup.buyer(9702);
  const { provider } = setup;
  const id = await ada.prepare();
  await ada.pay('finishtransaction', {
    transactionID: id,
    token: await provider.sign({ sub: id, outcome: 'pending', reference: 'SLOW-3' }),
  });
  expect(await remove(ada, id)).toMatchObject({
    status: 409,
    metadata: { errorhint: expect.stringContaining('not decided') },
  });
  provider.answers.set(
    'SLOW-3',
    await provider.sign({ sub: id, outcome: 'pending', reference: 'SLOW-3' }),
  );
  expect((await remove(ada, id)).status).toBe(409);
  provider.answers.set('SLOW-3', await provider.sign({ sub: id, reference: 'SLOW-3' }));
  expect((await remove(ada, id)).result.general.state).toBe('deleted');
  expect(await kindsOf(9702, id)).toEqual([
    'prepared 499',
    'deleted 0',
    'paid 499',
    'refunded 499',
  ]);

  const declined = await ada.prepare();
  await ada.pay('finishtransaction', {
    transactionID: declined,
    token: await provider.sign({ sub: declined, outcome: 'declined', reference: 'NO-1' }),
  });
  expect((await remove(ada, declined)).result.general.state).toBe('deleted');
});

test('deleting gives back no payment of another amount, currency or merchant', async () => {
  const ada = await setup.buyer(9705);
  const { provider } = setup;
  for (const [index, claims] of [
    { amount: 10_000_000, currency: 'IDR' },
    { currency: 'USD' },
    { amount: 500 },
    { aud: 'Another Shop' },
  ].entries()) {
    const reference = `FOREIGN-${index}`;
    const id = await ada.prepare({ ...rent, reference });
    provider.answers.set(reference, await provider.sign({ sub: id, reference, ...claims }));
    expect((await remove(ada, id)).result.general.state).toBe('deleted');
    expect(await kindsOf(9705, id), reference).toEqual(['prepared 499', 'deleted 0']);
  }
});

test('a payment of the premium price is given back, where the viewer changed to premium', async () => {
  const ada = await setup.buyer(9706);
  const { provider } = setup;
  const id = await ada.prepare({ ...monthly, reference: 'LATE-1' });
  provider.answers.set(
    'LATE-1',
    await provider.sign({ sub: id, amount: 1299, reference: 'LATE-1' }),
  );
  expect((await remove(ada, id)).result.general.state).toBe('deleted');
  expect(await kindsOf(9706, id)).toEqual([
    'prepared 799',
    'deleted 0',
    'paid 1299',
    'refunded 1299',
  ]);
  expect((await setup.platform.ledger(9706)).problems).toEqual([]);
});

test('a processed transaction is not deleted', async () => {
  const ada = await setup.buyer(9703);
  const { id } = await ada.buy(rent);
  expect((await remove(ada, id)).status).toBe(409);
  expect(await ada.state()).toMatchObject({ canPlay: 1 });
  const subscription = await ada.buy(monthly);
  expect((await remove(ada, subscription.id)).status).toBe(409);
});

test('only a subscription of the user can be kept from renewing', async () => {
  const ada = await setup.buyer(9704);
  const { id } = await ada.buy(rent);
  expect((await ada.pay('cancelsubscription', { transactionID: id })).status).toBe(404);
  expect(
    (await ada.pay('cancelsubscription', { transactionID: await ada.prepare(monthly) })).status,
  ).toBe(409);
  expect((await ada.pay('cancelsubscription', { transactionID: '1' })).status).toBe(404);
  expect(await ada.pay('cancelsubscription', {})).toMatchObject({
    status: 400,
    metadata: { errorhint: 'transactionID must be given' },
  });
  const subscription = await ada.buy(monthly);
  for (const flag of ['0', '1']) {
    expect(
      (
        await (
          await setup.buyer(9704, 'grace')
        ).pay('cancelsubscription', { transactionID: subscription.id, cancelTransaction: flag })
      ).status,
    ).toBe(404);
  }
});
