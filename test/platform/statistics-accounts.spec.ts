import { expect, test } from '@playwright/test';
import type { Answered } from '../fixtures/platform/client.ts';
import {
  dayMs,
  keep,
  monthly,
  openPaymentSetup,
  rent,
  type Buyer,
  type PaymentSetup,
} from '../fixtures/platform/payment-setup.ts';
import { entriesOf, sumOf } from '../fixtures/platform/statistics-reporting.ts';

let setup: PaymentSetup;
test.beforeAll(async () => {
  setup = await openPaymentSetup();
});
test.afterAll(() => setup.close());

const ask = (
  buyer: Buyer,
  name: string,
  parameters: Record<string, string> = {},
): Promise<Answered> =>
  buyer.call(
    `/statistics/${name}?${new URLSearchParams({ streamtype: 'video', from: '2026-11-20', to: '2027-02-28', ...parameters })}`,
  );
const daysOf = async (
  buyer: Buyer,
  name: string,
  parameters: Record<string, string> = {},
): Promise<Record<string, number>> =>
  Object.fromEntries(
    entriesOf(await ask(buyer, name, parameters)).filter(([, figure]) => figure !== 0),
  );

test('logins and registrations are counted by day and provider', async () => {
  const buyer = await setup.buyer(9773);
  await buyer.call('/session/login', { form: { provider: 'broadcast', token: 'BROADCAST-1' } });
  expect(await daysOf(buyer, 'loginsbyday')).toEqual({ '2026-11-21': 2 });
  expect(await daysOf(buyer, 'loginsbyday', { provider: 'broadcast' })).toEqual({
    '2026-11-21': 1,
  });
  expect(await daysOf(buyer, 'loginsbyday', { provider: 'nobody' })).toEqual({});
  expect(await daysOf(buyer, 'loginsbyday', { countryCode: 'de' })).toEqual({ '2026-11-21': 2 });
  expect(await daysOf(buyer, 'loginsbyday', { countryCode: 'US' })).toEqual({});
  for (const name of ['registationsbyday', 'registrationsbyday']) {
    expect(await daysOf(buyer, name), name).toEqual({ '2026-11-21': 3 });
  }
  expect(await daysOf(buyer, 'registationsbyday', { provider: 'manual' })).toEqual({
    '2026-11-21': 3,
  });
});

test('revenue matches the ledger, by type, and an item’s by its streamtype', async () => {
  const buyer = await setup.buyer(9774);
  const before = sumOf(await ask(buyer, 'revenuebyday'));
  const [start] = (await setup.platform.ledger(9774)).sums;
  expect(before).toBe(start!.netMinor);
  await buyer.buy(rent);
  await buyer.buy(keep);
  await buyer.buy({ ...monthly, subscriptionWillRenew: '1' });
  const today = async (parameters: Record<string, string>): Promise<number> =>
    sumOf(await ask(buyer, 'revenuebyday', { to: '2026-11-21', ...parameters }));
  expect((await today({})) - before).toBe(499 + 1299 + 799);
  const types = await Promise.all(
    ['subscription', 'rebill', 'ppv', 'ownage', 'deposit'].map(async (type) => today({ type })),
  );
  expect(types.reduce((sum, one) => sum + one, 0)).toBe(await today({}));
  expect(types[1]).toBe(0);
  expect(await today({ type: 'ppv', item: rent.item })).toBe(499);
  expect(await today({ type: 'ppv', streamtype: 'audio' })).toBe(0);
  expect(await today({ type: 'subscription', streamtype: 'audio' })).toBe(
    await today({ type: 'subscription' }),
  );
  setup.pass(70 * dayMs);
  expect(await daysOf(buyer, 'revenuebyday', { type: 'rebill' })).toEqual({
    '2026-12-21': 799,
    '2027-01-21': 799,
  });
  expect(sumOf(await ask(buyer, 'revenuebyday', { from: '2026-01-01' }))).toBe(
    (await setup.platform.ledger(9774)).sums[0]!.netMinor,
  );
  setup.pass(-70 * dayMs);
});

test('a subscription that was bought at an item is revenue of every streamtype', async () => {
  const buyer = await setup.buyer(9779);
  const { item, streamtype } = rent;
  const day = { to: '2026-11-21' };
  const revenue = async (parameters: Record<string, string>): Promise<number> =>
    sumOf(await ask(buyer, 'revenuebyday', { ...day, ...parameters }));
  const before = [await revenue({ streamtype: 'audio' }), await revenue({ item })];
  expect((await buyer.buy({ ...monthly, item, streamtype })).answer.status).toBe(200);
  const after = [await revenue({ streamtype: 'audio' }), await revenue({ item })];
  expect(after).toEqual([before[0]! + 799, before[1]]);
});

test('subscriptions are counted on each running day, terminations on their day', async () => {
  const buyer = await setup.buyer(9775, 'kim');
  const { id } = await buyer.buy({ ...monthly, subscriptionWillRenew: '1' });
  await (
    await setup.buyer(9775, 'ada')
  ).buy({ ...monthly, amount: '1299', subscriptionIsPremium: '1' });
  setup.pass(20 * dayMs);
  await buyer.pay('cancelsubscription', { transactionID: id });
  setup.pass(20 * dayMs);
  const on = async (day: string, parameters: Record<string, string> = {}): Promise<number> =>
    sumOf(await ask(buyer, 'subscriptionsbyday', { from: day, to: day, ...parameters }));
  // Grace has one from the start. Both bought ones end on 21 December at noon.
  expect([
    await on('2026-11-20'),
    await on('2026-11-21'),
    await on('2026-12-21'),
    await on('2026-12-22'),
    await on('2027-02-01'),
  ]).toEqual([0, 3, 3, 1, 0]);
  expect([
    await on('2026-12-05', { onlyPremium: '1' }),
    await on('2026-12-05', { onlyStandard: '1' }),
  ]).toEqual([1, 2]);
  expect([
    await on('2026-12-10', { excludeTerminated: '1' }),
    await on('2026-12-11', { excludeTerminated: '1' }),
    await on('2026-12-11'),
  ]).toEqual([3, 2, 3]);
  expect(await daysOf(buyer, 'subscriptionterminationsbyday')).toEqual({ '2026-12-11': 1 });
  expect(await daysOf(buyer, 'subscriptionterminationsbyday', { reason: 'byuser' })).toEqual({
    '2026-12-11': 1,
  });
  expect(
    await daysOf(buyer, 'subscriptionterminationsbyday', { reason: 'rechargeproblem' }),
  ).toEqual({});
  const both = await ask(buyer, 'subscriptionsbyday', { onlyPremium: '1', onlyStandard: '1' });
  expect({ status: both.status, hint: both.metadata['errorhint'] }).toEqual({
    status: 400,
    hint: expect.stringContaining('onlyPremium'),
  });
});
