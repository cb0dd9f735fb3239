import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { makeMerchantAccount } from '../../demo/platform/payment/merchant-account.ts';
import type { RunningPlatform } from '../../demo/platform/start-platform.ts';
import { startOrderTaker, type OrderTaker } from '../fixtures/platform/order-taker.ts';
import { startTestProvider, type TestProvider } from '../fixtures/platform/payment-provider.ts';
import {
  film,
  keep,
  monthly,
  openBuyer,
  rent,
  type Buyer,
} from '../fixtures/platform/payment-setup.ts';
import { startTestPlatform } from '../fixtures/platform/test-platform.ts';

const now = (): Date => new Date('2026-11-21T12:00:00Z');
const account = await makeMerchantAccount('Lantern Row');
let taker: OrderTaker;
let keys: TestProvider;
let platform: RunningPlatform;
let ada: Buyer;
const domain = 9720;
test.beforeAll(async () => {
  taker = await startOrderTaker(account.forProvider.publicKey);
  keys = await startTestProvider();
  platform = await startTestPlatform({
    now,
    provider: {
      url: taker.url,
      jwks: keys.jwks,
      answerWithinMs: 300,
      account: account.forPlatform,
    },
  });
  ada = await openBuyer(platform, keys, domain, 'ada');
});
test.afterAll(async () => {
  await platform.close();
  await taker.close();
  await keys.close();
});
test.beforeEach(() => {
  taker.orders.length = 0;
  taker.answers = 200;
});

const signed = { iss: 'Lantern Row', iat: now().getTime() / 1000, currency: 'EUR' };

test('what a viewer may pay is registered with its title and its price, and free things are not', async () => {
  const cases = [
    [rent, [{ amount: 499, title: 'Fight Club' }]],
    [keep, [{ amount: 1299, title: 'Fight Club' }]],
    [
      { operation: 'deposit', amount: '5000', currency: 'EUR' },
      [{ amount: 5000, title: 'Money on account' }],
    ],
    [
      { ...monthly, amount: '1299', subscriptionIsPremium: '1' },
      [{ amount: 1299, title: 'Premium subscription' }],
    ],
    [
      monthly,
      [
        { amount: 799, otherAmount: 1299, title: 'Subscription' },
        { sub: '-upgrade', amount: 500, title: 'Upgrade to premium' },
      ],
    ],
    [
      { ...monthly, amount: '7990', subscriptionDuration: '12' },
      [
        { amount: 7990, title: 'Subscription' },
        { sub: '-upgrade', amount: 500, title: 'Upgrade to premium' },
      ],
    ],
  ] as const;
  for (const [sale, orders] of cases) {
    taker.orders.length = 0;
    const id = await ada.prepare(sale);
    expect(
      taker.orders.toSorted((one, other) => one.sub!.length - other.sub!.length),
      JSON.stringify(sale),
    ).toEqual(
      orders.map(({ sub = '', ...claims }: { sub?: string }) => ({
        ...signed,
        ...claims,
        aud: taker.url,
        sub: `${id}${sub}`,
      })),
    );
  }
});

test('what costs nothing is prepared without the provider', async () => {
  taker.answers = 'silence';
  const found = await ada.call(
    '/allmedia/byquery/Red%20Cliff?queryFields=title&selectedStreamtypes=video',
  );
  const free = { ...rent, item: String(found.result[0].general.ID), amount: '0' };
  expect((await ada.pay('preparetransaction', free)).status).toBe(200);
  expect(taker.orders).toEqual([]);
});

test('an order that the provider does not take is a 503, and there is no transaction', async () => {
  const before = await platform.ledger(domain);
  for (const answers of [500, 401, 409, 'silence', 'loses the answer'] as const) {
    taker.answers = answers;
    const { status, metadata, headers } = await ada.pay('preparetransaction', rent);
    expect([status, metadata['errorhint'], headers.get('Retry-After')], String(answers)).toEqual([
      503,
      'the payment provider takes no order at the moment',
      '5',
    ]);
    expect(await platform.ledger(domain)).toEqual(before);
  }
  // What the provider has taken for nothing is in nobody's way.
  taker.answers = 200;
  const transactionID = await ada.prepare(rent);
  const paid = { iss: taker.url, aud: 'Lantern Row', sub: transactionID };
  const token = await keys.sign(paid);
  expect((await ada.pay('finishtransaction', { transactionID, token })).status).toBe(200);
  expect((await ada.state(film)).canPlay).toBe(1);
});

test('only payments to the merchant of the account count, also at this machine', async () => {
  const transactionID = await ada.prepare(keep);
  for (const aud of ['127.0.0.1:4173', 'localhost', 'Another Shop', 'lantern row']) {
    const token = await keys.sign({ iss: taker.url, aud, sub: transactionID, amount: 1299 });
    const answer = await ada.pay('finishtransaction', { transactionID, token });
    expect([answer.status, answer.metadata['errorhint']], aud).toEqual([
      402,
      'the token does not verify: it is for another merchant',
    ]);
  }
  const { problems } = await platform.ledger(domain);
  expect(problems).toEqual([]);
});

test('a payment that was made before a start with another account counts @folder', async () => {
  test.setTimeout(300_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'usher-accounts-'));
  const other = await makeMerchantAccount('Another Row');
  const otherTaker = await startOrderTaker(other.forProvider.publicKey);
  const finishWith = async (
    provider: { url: string; account?: typeof account.forPlatform },
    act: (buyer: Buyer) => Promise<void>,
  ): Promise<void> => {
    const options = { now, dataDir, databaseUrl: '', sessionLifetimeSeconds: 1e9, history: false };
    const restarted = await startTestPlatform({
      ...options,
      provider: { jwks: keys.jwks, ...provider },
    });
    await act(await openBuyer(restarted, keys, domain, 'ada'));
    expect((await restarted.ledger(domain)).problems).toEqual([]);
    await restarted.close();
  };
  try {
    let transactionID = '';
    await finishWith({ url: taker.url, account: account.forPlatform }, async (buyer) => {
      transactionID = await buyer.prepare(keep);
    });
    await finishWith({ url: otherTaker.url, account: other.forPlatform }, async (buyer) => {
      const paid = { iss: otherTaker.url, sub: transactionID, amount: 1299 };
      const strange = await keys.sign({ ...paid, aud: 'Third Row' });
      const refused = await buyer.pay('finishtransaction', { transactionID, token: strange });
      expect(refused.status).toBe(402);
      const token = await keys.sign({ ...paid, aud: 'Lantern Row' });
      const answer = await buyer.pay('finishtransaction', { transactionID, token });
      expect([answer.status, answer.result.general?.state]).toEqual([200, 'finished']);
    });
  } finally {
    await otherTaker.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
