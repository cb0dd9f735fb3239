import { expect, test } from '@playwright/test';
import { openPage } from '../fixtures/platform/client.ts';
import {
  dayMs,
  film,
  keep,
  monthly,
  openPaymentSetup,
  rent,
  type Buyer,
  type PaymentSetup,
} from '../fixtures/platform/payment-setup.ts';

let setup: PaymentSetup;
let ada: Buyer;
test.beforeAll(async () => {
  setup = await openPaymentSetup();
  ada = await setup.buyer(9700);
});
test.afterAll(() => setup.close());

const inDays = (days: number): string => String(setup.nowMs() / 1000 + days * 86_400);

test('a purchase is prepared with a transaction ID longer than a JavaScript number', async () => {
  const year = { ...monthly, subscriptionDuration: '12' };
  const sales = [
    rent,
    keep,
    { ...rent, currency: 'eur' },
    { operation: 'ppv', item: '5000311', streamtype: 'allmedia', amount: '499', currency: 'EUR' },
    monthly,
    { ...year, amount: '7990' },
    { ...year, amount: '699' },
    { ...year, amount: '699', subscriptionWillBePayedMonthly: '1' },
    { ...year, amount: '7990', subscriptionWillBePayedMonthly: '0' },
    {
      ...monthly,
      amount: '1299',
      subscriptionIsPremium: '1',
      subscriptionWillRenew: '1',
      subscriptionCanRenew: '1',
    },
    { ...monthly, item: film, streamtype: 'video' },
    { operation: 'deposit', amount: '5000', currency: 'EUR', provider: 'demo' },
    {
      ...monthly,
      capturePaymentOn: inDays(7),
      affiliateParam: 'news=7',
      reference: 'r/1',
      paymentType: 'card',
    },
    { ...rent, capturePaymentOn: '0' },
  ];
  for (const sale of sales) {
    const { status, result, text } = await ada.pay('preparetransaction', sale);
    expect({ status, result }, `${JSON.stringify(sale)} ${text}`).toEqual({
      status: 200,
      result: {
        general: {
          transactionID: expect.stringMatching(/^9\d{18}$/),
          state: 'prepared',
        },
      },
    });
    expect(text).toMatch(/"transactionID":\d{19}[,}]/);
  }
});

test('every invalid value is refused with 400 and the name of its field', async () => {
  const cases: [string, Record<string, string>][] = [
    ['operation', { ...rent, operation: 'rental' }],
    ['operation', { ...rent, operation: 'more' }],
    ['operation', { amount: '1', currency: 'EUR' }],
    ['item', { operation: 'ppv', amount: '499', currency: 'EUR' }],
    ['streamtype', { operation: 'ppv', item: film, amount: '499', currency: 'EUR' }],
    ['amount', { ...rent, amount: '498' }],
    ['amount', { ...rent, amount: '0' }],
    ['amount', { ...keep, amount: '499' }],
    ['amount', { ...monthly, amount: '1299' }],
    [
      'amount',
      {
        ...monthly,
        subscriptionDuration: '12',
        subscriptionWillBePayedMonthly: '1',
        amount: '7990',
      },
    ],
    ['amount', { operation: 'ppv', item: film, streamtype: 'video', currency: 'EUR' }],
    ['amount', { operation: 'deposit', amount: '0', currency: 'EUR' }],
    ['amount', { operation: 'deposit', amount: '100001', currency: 'EUR' }],
    ['currency', { ...rent, currency: 'USD' }],
    ['currency', { operation: 'deposit', amount: '1' }],
    ['provider', { ...rent, provider: 'io' }],
    ['provider', { ...rent, provider: 'subscription' }],
    ['subscriptionDuration', { ...monthly, subscriptionDuration: '3' }],
    ['subscriptionDuration', { ...monthly, subscriptionDuration: '0' }],
    [
      'subscriptionIsPremium',
      { ...monthly, subscriptionDuration: '12', subscriptionIsPremium: '1', amount: '7990' },
    ],
    ['subscriptionWillBePayedMonthly', { ...monthly, subscriptionWillBePayedMonthly: '0' }],
    ['capturePaymentOn', { ...monthly, capturePaymentOn: inDays(-1) }],
    ['capturePaymentOn', { ...monthly, capturePaymentOn: inDays(0) }],
    ['capturePaymentOn', { ...monthly, capturePaymentOn: inDays(93) }],
    [
      'capturePaymentOn',
      { operation: 'deposit', amount: '1', currency: 'EUR', capturePaymentOn: inDays(1) },
    ],
  ];
  for (const [field, sale] of cases) {
    const { status, metadata, result } = await ada.pay('preparetransaction', sale);
    expect({ sale, status, hint: metadata['errorhint'], result }).toEqual({
      sale,
      status: 400,
      hint: expect.stringMatching(new RegExp(`^${field} must be `)),
      result: {},
    });
  }
});

test('an item is sold by each of its prices, and by a subscription that unlocks it', async () => {
  const [free] = (await ada.call('/allmedia/all?onlyFree=1&limit=1&selectedStreamtypes=video'))
    .result;
  expect(
    (await ada.pay('preparetransaction', { ...rent, item: free.general.ID })).metadata['errorhint'],
  ).toMatch(/^operation must be/);
  const inception = (
    await ada.call('/allmedia/byquery/Inception?queryFields=title&selectedStreamtypes=video')
  ).result[0].general.ID;
  expect(
    (await ada.pay('preparetransaction', { ...monthly, item: inception, streamtype: 'video' }))
      .metadata['errorhint'],
  ).toMatch(/^subscriptionIsPremium must be 1/);
  const premium = { ...monthly, amount: '1299', subscriptionIsPremium: '1' };
  expect(
    (await ada.pay('preparetransaction', { ...premium, item: inception, streamtype: 'video' }))
      .status,
  ).toBe(200);
  expect(await ada.pay('preparetransaction', { ...rent, item: '1' })).toMatchObject({
    status: 404,
    metadata: { errorhint: 'there is no video 1' },
  });
  expect(
    (await ada.pay('preparetransaction', { ...monthly, item: '1', streamtype: 'video' })).status,
  ).toBe(404);
});

test("every price of the price model and of an item's offers can be prepared", async () => {
  const page = await openPage(setup.platform.url, 9700, { addPriceModel: '1' });
  const { pricemodel } = page.init.result;
  for (const { duration, price, isPremium, paidMonthly } of pricemodel.subscriptions) {
    const terms = {
      subscriptionDuration: duration,
      subscriptionIsPremium: isPremium,
      subscriptionWillBePayedMonthly: paidMonthly,
    };
    const texts = Object.fromEntries(
      Object.entries(terms).map(([name, value]) => [name, String(value)]),
    );
    expect(
      (await ada.pay('preparetransaction', { ...monthly, amount: String(price), ...texts })).status,
      JSON.stringify(texts),
    ).toBe(200);
  }
  const { offers } = (
    await page.call(`/payment/itemstate?item=${film}&streamtype=video`, { method: 'POST' })
  ).result.general;
  expect(offers.length).toBeGreaterThan(4);
  for (const { operation, amount, currency, duration, isPremium } of offers) {
    const terms = duration
      ? { subscriptionDuration: String(duration), subscriptionIsPremium: String(isPremium) }
      : {};
    expect(
      (
        await ada.pay('preparetransaction', {
          operation,
          item: film,
          streamtype: 'video',
          amount: String(amount),
          currency,
          ...terms,
        })
      ).status,
      operation,
    ).toBe(200);
  }
});

test('a purchase without a login is refused with a hint that does not name the session', async () => {
  const page = await openPage(setup.platform.url, 9700);
  for (const [name, method] of [
    ['preparetransaction', 'POST'],
    ['finishtransaction', 'POST'],
  ] as const) {
    expect(
      await page.call(`/payment/${name}?${new URLSearchParams({ ...rent, transactionID: '1' })}`, {
        method,
      }),
    ).toMatchObject({ status: 403, metadata: { errorhint: 'login required' } });
  }
});

test('an item that a viewer may not watch is not sold', async () => {
  const kim = await setup.buyer(9700, 'kim');
  expect(await kim.pay('preparetransaction', rent)).toMatchObject({
    status: 403,
    metadata: { errorhint: expect.stringContaining('age') },
  });
});

test('an owned item is not sold again, a rented one is', async () => {
  const owned = (
    await ada.call('/allmedia/all?onlyPay=1&limit=2&orderBy=votes&orderDir=DESC')
  ).result.map((item: any) => item.general.ID);
  expect((await ada.pay('preparetransaction', { ...keep, item: owned[0] })).status).toBe(409);
  expect((await ada.pay('preparetransaction', { ...rent, item: owned[0] })).status).toBe(409);
  expect((await ada.pay('preparetransaction', { ...rent, item: owned[1] })).status).toBe(200);
});

test('a user with a renewing subscription is not sold the same or a lower one', async () => {
  const grace = await setup.buyer(9700, 'grace');
  expect((await grace.pay('preparetransaction', monthly)).status).toBe(409);
  expect(
    (
      await grace.pay('preparetransaction', {
        ...monthly,
        amount: '1299',
        subscriptionIsPremium: '1',
      })
    ).status,
  ).toBe(200);
});

test('a subscription that cannot be renewed is sold once', async () => {
  const buyer = await setup.buyer(9701);
  const sale = { ...monthly, subscriptionCanRenew: '0' };
  expect((await buyer.buy(sale)).answer.status).toBe(200);
  setup.pass(40 * dayMs);
  expect(await buyer.pay('preparetransaction', sale)).toMatchObject({
    status: 409,
    metadata: { errorhint: expect.stringContaining('renewed') },
  });
});

test('the ID of a transaction does not say the next one, and has more digits than a number', async () => {
  const ada = await setup.buyer(9709);
  const ids: bigint[] = [];
  for (let count = 0; count < 10; count++) ids.push(BigInt(await ada.prepare()));
  for (const [index, id] of ids.entries()) {
    expect(id > BigInt(Number.MAX_SAFE_INTEGER) && id < 2n ** 63n, String(id)).toBe(true);
    const step = id - (ids[index - 1] ?? 0n);
    expect(step > 1_000_000n || step < -1_000_000n, `${ids[index - 1]} then ${id}`).toBe(true);
  }
});
