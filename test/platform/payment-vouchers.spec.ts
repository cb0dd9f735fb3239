import { expect, test } from '@playwright/test';
import { openPage } from '../fixtures/platform/client.ts';
import {
  dayMs,
  film,
  keep,
  monthly,
  openPaymentSetup,
  type Buyer,
  type PaymentSetup,
} from '../fixtures/platform/payment-setup.ts';

let setup: PaymentSetup;
test.beforeAll(async () => {
  setup = await openPaymentSetup();
});
test.afterAll(() => setup.close());

const redeem = (buyer: Buyer, vouchercode: string): ReturnType<Buyer['pay']> =>
  buyer.pay('redeemvoucher', { vouchercode });
const unix = (days: number): number => Math.floor((setup.nowMs() + days * dayMs) / 1000);

test('a voucher for one use grants its item for good, to one viewer only', async () => {
  const [ada, grace] = [await setup.buyer(9700), await setup.buyer(9700, 'grace')];
  const answers = await Promise.all([redeem(ada, 'ONE-FILM'), redeem(grace, 'ONE-FILM')]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
  expect(answers.find(({ status }) => status === 200)!.result.general).toEqual({
    state: 'redeemed',
    operation: 'item',
    item: Number(film),
    streamtype: 'video',
    validUntil: 0,
  });
  expect(answers.find(({ status }) => status === 410)!.metadata['errorhint']).toBe(
    'the voucher is used up',
  );
  const winner = answers[0]!.status === 200 ? ada : grace;
  expect(await winner.state()).toMatchObject({ canPlay: 1, reason: 'voucher', validUntil: 0 });
  expect((await winner.pay('preparetransaction', keep)).status).toBe(409);
  expect((await setup.platform.ledger(9700)).problems).toEqual([]);
});

test('a voucher for three uses is used up after three, and adds to the running time', async () => {
  const ada = await setup.buyer(9701);
  for (const days of [2, 4, 6]) {
    expect((await redeem(ada, 'THREE-EVENINGS')).result.general).toMatchObject({
      operation: 'item',
      validUntil: unix(days),
    });
  }
  expect((await redeem(ada, 'THREE-EVENINGS')).status).toBe(410);
  expect(await ada.state()).toMatchObject({ reason: 'voucher', validUntil: unix(6) });
});

test('a voucher for a rented film adds to the rent, and a rent to the voucher', async () => {
  const late = await openPaymentSetup();
  const until = (days: number): number => Math.floor((late.nowMs() + days * dayMs) / 1000);
  const [renter, holder] = [await late.buyer(9711), await late.buyer(9711, 'grace')];
  expect((await renter.buy()).answer.result.general).toMatchObject({ validUntil: until(2) });
  await redeem(holder, 'THREE-EVENINGS');
  late.pass(dayMs);
  expect((await redeem(renter, 'THREE-EVENINGS')).result.general.validUntil).toBe(until(3));
  expect(await renter.state()).toMatchObject({ reason: 'voucher', validUntil: until(3) });
  expect((await holder.buy()).answer.result.general.validUntil).toBe(until(3));
  expect(await holder.state()).toMatchObject({ reason: 'paid', validUntil: until(3) });
  late.pass(3 * dayMs);
  expect(await renter.state()).toMatchObject({ canPlay: 0 });
  expect((await holder.state()).reason).toBe('subscription');
  expect((await late.platform.ledger(9711)).problems).toEqual([]);
  await late.close();
});

test('a voucher beside a password is redeemed with the login, or the login is refused', async () => {
  const { url, demoUser } = setup.platform;
  const { call } = await openPage(url, 9709);
  const login = (vouchercode: string): ReturnType<typeof call> =>
    call('/session/login', { form: { provider: 'manual', ...demoUser, vouchercode } });
  const state = async (): Promise<unknown> => {
    const path = `/payment/itemstate?item=${film}&streamtype=video`;
    return (await call(path, { method: 'POST' })).result.general;
  };
  expect(await login('NO-SUCH')).toMatchObject({
    status: 404,
    metadata: { errorhint: 'there is no such voucher' },
  });
  expect(await state()).toMatchObject({ canPlay: 0 });
  expect((await login('ONE-FILM')).result.userdata).toMatchObject({ username: 'ada' });
  expect(await state()).toMatchObject({ canPlay: 1, reason: 'voucher' });
  expect((await login('ONE-FILM')).status).toBe(410);
  expect((await setup.platform.ledger(9709)).problems).toEqual([]);
});

test('a voucher for one use per user grants what a subscription grants', async () => {
  const [ada, kim] = [await setup.buyer(9702), await setup.buyer(9702, 'kim')];
  const expected = {
    state: 'redeemed',
    operation: 'subscription',
    item: 0,
    streamtype: '',
    validUntil: unix(30),
  };
  const answers = await Promise.all([
    redeem(ada, 'FREE-MONTH'),
    redeem(ada, 'FREE-MONTH'),
    redeem(kim, 'FREE-MONTH'),
  ]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 410]);
  expect(answers[2]!.result.general).toEqual(expected);
  expect(await ada.state()).toMatchObject({ canPlay: 1, reason: 'voucher', validUntil: unix(30) });
  expect((await redeem(ada, 'FREE-MONTH')).metadata['errorhint']).toContain('once for each user');
});

test('a voucher is also redeemed by an external reference, and its grant ends', async () => {
  const late = await openPaymentSetup();
  const ada = await late.buyer(9703);
  expect(
    (await ada.pay('redeemvoucher', { referencecode: 'PARTNER-2026-0001' })).result.general,
  ).toMatchObject({ state: 'redeemed', operation: 'subscription' });
  expect((await ada.pay('redeemvoucher', { referencecode: 'PARTNER-WEEK' })).status).toBe(404);
  expect((await redeem(ada, 'PARTNER-WEEK')).status).toBe(410);
  late.pass(7 * dayMs);
  expect(await ada.state()).toMatchObject({ canPlay: 0 });
  await late.close();
});

test('expired and used-up vouchers are 410, unknown ones 404, and both codes or none are 400', async () => {
  const ada = await setup.buyer(9704);
  expect(await redeem(ada, 'LAST-YEAR')).toMatchObject({
    status: 410,
    metadata: { errorhint: 'the voucher has expired' },
  });
  expect(await redeem(ada, 'USED-UP')).toMatchObject({
    status: 410,
    metadata: { errorhint: 'the voucher is used up' },
  });
  for (const unknown of ['NOTHING', 'one-film', "ONE-FILM' or '1'='1"]) {
    expect((await redeem(ada, unknown)).status).toBe(404);
  }
  for (const fields of [
    {},
    { vouchercode: 'ONE-FILM', referencecode: 'PARTNER-2026-0001' },
  ] as Record<string, string>[]) {
    expect((await ada.pay('redeemvoucher', fields)).status).toBe(400);
  }
});

test('an owned item does not use up a voucher', async () => {
  const [ada, kim] = [await setup.buyer(9705), await setup.buyer(9705, 'grace')];
  expect((await ada.buy(keep)).answer.status).toBe(200);
  expect((await redeem(ada, 'ONE-FILM')).status).toBe(409);
  expect((await redeem(kim, 'ONE-FILM')).status).toBe(200);
});

test('a viewer who may not watch an item does not use up a voucher for it', async () => {
  const [kim, ada] = [await setup.buyer(9712, 'kim'), await setup.buyer(9712)];
  expect(await kim.state()).toMatchObject({ canPlay: 0, reason: 'age' });
  expect(await redeem(kim, 'ONE-FILM')).toMatchObject({
    status: 403,
    metadata: { errorhint: 'this item is not opened for this viewer: age' },
  });
  const form = { provider: 'manual', username: 'kim', password: 'young', vouchercode: 'ONE-FILM' };
  expect((await ada.call('/session/login', { form })).status, 'in the session of another').toBe(
    403,
  );
  expect((await redeem(ada, 'ONE-FILM')).status).toBe(200);
});

test('a voucher for a subscription is not used up while a premium one renews itself', async () => {
  const ada = await setup.buyer(9707);
  const premium = { ...monthly, subscriptionIsPremium: '1', amount: '1299' };
  const { id } = await ada.buy({ ...premium, subscriptionWillRenew: '1' });
  expect(await redeem(ada, 'FREE-MONTH')).toMatchObject({
    status: 409,
    metadata: { errorhint: 'this user owns a premium subscription already, and it has no end' },
  });
  await ada.pay('cancelsubscription', { transactionID: id });
  expect((await redeem(ada, 'FREE-MONTH')).status).toBe(200);
});

test('a login voucher can only log in, and no voucher is redeemed without a login', async () => {
  const page = await openPage(setup.platform.url, 9706);
  expect(
    await page.call('/payment/redeemvoucher', { form: { vouchercode: 'ONE-FILM' } }),
  ).toMatchObject({ status: 403, metadata: { errorhint: 'login required' } });
  expect(
    (await page.call('/session/login', { form: { vouchercode: 'WELCOME-GRACE' } })).result.userdata,
  ).toMatchObject({ username: 'grace' });
  expect(
    (await page.call('/payment/redeemvoucher', { form: { vouchercode: 'WELCOME-GRACE' } })).status,
  ).toBe(409);
});

test('the platform lists its vouchers', () => {
  expect(setup.platform.demoVouchers.map(({ code }) => code)).toEqual([
    'ONE-FILM',
    'THREE-EVENINGS',
    'FREE-MONTH',
    'PARTNER-WEEK',
    'LAST-YEAR',
    'USED-UP',
  ]);
});
