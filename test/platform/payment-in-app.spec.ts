import { expect, test } from '@playwright/test';
import {
  dayMs,
  film,
  openPaymentSetup,
  type Buyer,
  type PaymentSetup,
} from '../fixtures/platform/payment-setup.ts';

let setup: PaymentSetup;
test.beforeAll(async () => {
  setup = await openPaymentSetup();
});
test.afterAll(() => setup.close());

const month = {
  operation: 'subscription',
  provider: 'io',
  amount: '799',
  currency: 'EUR',
  amount_original: '7.99',
  isPremium: '0',
};
const item = {
  operation: 'ppv',
  provider: 'go',
  item: film,
  streamtype: 'video',
  amount: '499',
  currency: 'EUR',
};
const rented = { operation: 'ppv', item: film, streamtype: 'video', amount: 499 };
const verify = (buyer: Buyer, fields: Record<string, string>): ReturnType<Buyer['pay']> =>
  buyer.pay('verifyinapptransaction', fields);

test("each store's receipt grants its purchase", async () => {
  const ada = await setup.buyer(9707);
  const first = (
    await verify(ada, {
      ...item,
      receipt: await setup.provider.receipt('go', { ...rented, purchaseId: 'GPA.7' }),
    })
  ).result.general;
  expect(first).toEqual({
    transactionID: expect.stringMatching(/^\d{19}$/),
    state: 'finished',
    isPremium: 0,
    validUntil: Math.floor((setup.nowMs() + 2 * dayMs) / 1000),
  });
  expect(await ada.state()).toMatchObject({ canPlay: 1, reason: 'paid' });
  const kept = { ...rented, operation: 'ownage', amount: 1299, purchaseId: 'AM.7' };
  expect(
    (
      await verify(ada, {
        ...item,
        provider: 'am',
        operation: 'ownage',
        amount: '1299',
        receipt: await setup.provider.receipt('am', kept),
      })
    ).result.general.validUntil,
  ).toBe(0);
  const premium = {
    ...month,
    amount: '1299',
    isPremium: '1',
    receipt: await setup.provider.receipt('io', {
      amount: 1299,
      isPremium: true,
      purchaseId: 'IO.7',
    }),
  };
  expect((await verify(ada, premium)).result.general).toMatchObject({
    isPremium: 1,
    validUntil: Date.parse('2026-12-21T12:00:00Z') / 1000,
  });
  expect(await setup.platform.ledger(9707)).toMatchObject({ problems: [] });
  expect(
    (await setup.platform.ledger(9707)).rows
      .filter((row) => row.kind === 'paid' && row.reference)
      .map((row) => `${row.provider} ${row.reference} ${row.amountMinor}`),
  ).toEqual(['go GPA.7 499', 'am AM.7 1299', 'io IO.7 1299']);
});

test('a receipt counts once: not again at the same moment, later, or for another user', async () => {
  const ada = await setup.buyer(9708);
  const fields = { ...month, receipt: await setup.provider.receipt('io', { purchaseId: 'IO.8' }) };
  const answers = await Promise.all([1, 2, 3].map(() => verify(ada, fields)));
  expect(new Set(answers.map(({ result }) => JSON.stringify(result))).size).toBe(1);
  setup.pass(1000);
  expect((await verify(ada, fields)).result).toEqual(answers[0]!.result);
  expect(
    (await setup.platform.ledger(9708)).rows.filter(
      (row) => row.kind === 'paid' && row.provider === 'io',
    ),
  ).toHaveLength(1);
  expect((await verify(await setup.buyer(9708, 'kim'), fields)).status).toBe(409);
  expect((await verify(await setup.buyer(9709), fields)).status).toBe(409);
  expect(
    (
      await verify(ada, {
        ...month,
        receipt: await setup.provider.receipt('io', { purchaseId: 'IO.8b' }),
      })
    ).result.general.validUntil,
  ).toBe(Date.parse('2027-01-21T12:00:00Z') / 1000);
});

test('a receipt that does not match the call is 402', async () => {
  const ada = await setup.buyer(9710);
  const { receipt, sign } = setup.provider;
  const wrong: Record<string, string> = {
    'no JSON': 'nonsense',
    'no object': '[]',
    null: 'null',
    'no payload': '{"id":"GPA.1-2"}',
    'payload is no text': '{"payload":7}',
    'payload is no token': '{"payload":"a.b.c"}',
    'unpublished key': await receipt('go', rented, 'stranger'),
    "another store's key": await receipt('go', rented, 'store-io'),
    'another store': await receipt('io', rented),
    'another store named': await receipt('go', { ...rented, store: 'io' }),
    'another shop': await receipt('go', { ...rented, aud: 'Another Shop' }),
    'no shop': await receipt('go', { ...rented, aud: undefined as never }),
    'several shops': await receipt('go', { ...rented, aud: ['127.0.0.1', 'Another Shop'] }),
    'a payment token': JSON.stringify({
      payload: await sign({ store: 'go', ...rented, purchaseId: 'x' }),
    }),
    operation: await receipt('go', { ...rented, operation: 'ownage' }),
    item: await receipt('go', { ...rented, item: '1369137' }),
    'no item': await receipt('go', { ...rented, item: undefined }),
    streamtype: await receipt('go', { ...rented, streamtype: 'audio' }),
    amount: await receipt('go', { ...rented, amount: 1 }),
    currency: await receipt('go', { ...rented, currency: 'USD' }),
    premium: await receipt('go', { ...rented, isPremium: true }),
    'no purchase': await receipt('go', { ...rented, purchaseId: '' }),
  };
  for (const [what, text] of Object.entries(wrong)) {
    const { status, metadata } = await verify(ada, { ...item, receipt: text });
    expect({ what, status, hint: metadata['errorhint'] }).toEqual({
      what,
      status: 402,
      hint: expect.stringMatching(/does not verify/),
    });
  }
  expect(await ada.state()).toMatchObject({ canPlay: 0 });
});

test('every invalid value is refused with 400 and the name of its field', async () => {
  const ada = await setup.buyer(9711);
  const receipt = await setup.provider.receipt('go', { ...rented, purchaseId: 'GPA.11' });
  const without = (name: string): Record<string, string> =>
    Object.fromEntries(Object.entries({ ...item, receipt }).filter(([key]) => key !== name));
  const cases: [string, Record<string, string>][] = [
    ...['operation', 'provider', 'item', 'streamtype', 'amount', 'currency', 'receipt'].map(
      (name): [string, Record<string, string>] => [name, without(name)],
    ),
    ['operation', { ...item, receipt, operation: 'rental' }],
    ['provider', { ...item, receipt, provider: 'demo' }],
    ['amount', { ...item, receipt, amount: '1' }],
    ['amount_original', { ...item, receipt, amount_original: '-1' }],
    ['currency', { ...item, receipt, currency: 'USD' }],
  ];
  for (const [field, fields] of cases) {
    const { status, metadata } = await verify(ada, fields);
    expect({ field, status, hint: metadata['errorhint'] }).toEqual({
      field,
      status: 400,
      hint: expect.stringMatching(new RegExp(`^${field} must be `)),
    });
  }
});
