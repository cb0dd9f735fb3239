import { expect, test } from '@playwright/test';
import {
  dayMs,
  film,
  monthly,
  openPaymentSetup,
  type Buyer,
  type PaymentSetup,
} from '../fixtures/platform/payment-setup.ts';

let setup: PaymentSetup;
test.beforeAll(async () => {
  setup = await openPaymentSetup({}, Date.parse('2027-01-31T10:00:00Z'));
});
test.afterAll(() => setup.close());

/** The calendar of each test starts at the present time of the shared clock. */
const unix = (iso: string): number => Date.parse(iso) / 1000;
const at = (): string => new Date(setup.nowMs()).toISOString();
const passUntil = (iso: string): void => setup.pass(Date.parse(iso) - setup.nowMs());
const moneyOf = async (domain: number, id: string): Promise<string[]> =>
  (await setup.platform.ledger(domain)).rows
    .filter((row) => row.transaction === id && row.kind !== 'prepared')
    .map((row) => `${row.at.toISOString().slice(0, 10)} ${row.kind} ${row.amountMinor}`);
const premiumFilm = async (buyer: Buyer): Promise<string> =>
  (await buyer.call('/allmedia/byquery/Inception?queryFields=title&selectedStreamtypes=video'))
    .result[0].general.ID;

/** What an answer says of a subscription for a month that does not renew. */
const terms = { duration: 1, isPremium: 0, paidMonthly: 1, willRenew: 0, canRenew: 1 };

test.describe.configure({ mode: 'serial' });

test('a subscription lasts its calendar months, and ends when it does not renew', async () => {
  const ada = await setup.buyer(9720);
  expect(at()).toBe('2027-01-31T10:00:00.000Z');
  // A subscription for an item does not sell it, and only grants it for a while.
  const { id, answer } = await ada.buy({ ...monthly, item: film, streamtype: 'video' });
  expect(answer.result.general).toEqual({
    transactionID: id,
    state: 'finished',
    validUntil: unix('2027-02-28T10:00:00Z'),
    ...terms,
  });
  expect(await ada.state()).toMatchObject({
    canPlay: 1,
    reason: 'subscription',
    validUntil: unix('2027-02-28T10:00:00Z'),
  });
  passUntil('2027-02-28T10:00:00Z');
  expect(await ada.state()).toMatchObject({ canPlay: 0, reason: 'not-paid' });
  expect(await moneyOf(9720, id)).toEqual(['2027-01-31 paid 799', '2027-01-31 finished 799']);
});

test('a renewing subscription is charged when due, also later for each missed month', async () => {
  passUntil('2027-03-31T10:00:00Z');
  const ada = await setup.buyer(9721);
  const { id } = await ada.buy({ ...monthly, subscriptionWillRenew: '1' });
  passUntil('2027-06-30T12:00:00Z');
  expect(await ada.state()).toMatchObject({
    canPlay: 1,
    reason: 'subscription',
    validUntil: unix('2027-07-31T10:00:00Z'),
  });
  expect(await moneyOf(9721, id)).toEqual([
    '2027-03-31 paid 799',
    '2027-03-31 finished 799',
    '2027-04-30 renewed 799',
    '2027-05-31 renewed 799',
    '2027-06-30 renewed 799',
  ]);
  expect((await ada.pay('finishtransaction', { transactionID: id })).result.general).toMatchObject({
    validUntil: unix('2027-07-31T10:00:00Z'),
    alreadyFinished: 1,
  });
  await Promise.all([1, 2, 3].map(() => ada.state()));
  expect((await moneyOf(9721, id)).length).toBe(5);
  expect((await setup.platform.ledger(9721)).problems).toEqual([]);
});

test('a year is charged once when paid upfront, and each month when paid monthly', async () => {
  passUntil('2027-07-01T00:00:00Z');
  const [upfront, instalments] = [await setup.buyer(9722, 'ada'), await setup.buyer(9722, 'kim')];
  const one = await upfront.buy({ ...monthly, subscriptionDuration: '12', amount: '7990' });
  const other = await instalments.buy({
    ...monthly,
    subscriptionDuration: '12',
    amount: '699',
    subscriptionWillBePayedMonthly: '1',
  });
  expect([one, other].map(({ answer }) => answer.result.general.validUntil)).toEqual([
    unix('2028-07-01T00:00:00Z'),
    unix('2028-07-01T00:00:00Z'),
  ]);
  passUntil('2027-09-15T00:00:00Z');
  expect(await moneyOf(9722, one.id)).toEqual(['2027-07-01 paid 7990', '2027-07-01 finished 7990']);
  expect(await moneyOf(9722, other.id)).toEqual([
    '2027-07-01 paid 699',
    '2027-07-01 finished 699',
    '2027-08-01 instalment 699',
    '2027-09-01 instalment 699',
  ]);
  expect((await setup.platform.ledger(9722)).problems).toEqual([]);
  passUntil('2028-08-01T00:00:00Z');
  expect(await moneyOf(9722, other.id)).toHaveLength(13);
  expect((await setup.platform.ledger(9722)).problems).toEqual([]);
});

test('a trial phase is granted now and captured later', async () => {
  passUntil('2028-08-10T00:00:00Z');
  const ada = await setup.buyer(9723);
  const capture = unix('2028-08-24T00:00:00Z');
  const { id, answer } = await ada.buy({ ...monthly, capturePaymentOn: String(capture) });
  expect(answer.result.general).toMatchObject({ state: 'finished', validUntil: capture });
  expect(await ada.state()).toMatchObject({
    canPlay: 1,
    reason: 'subscription',
    validUntil: capture,
  });
  expect((await setup.platform.ledger(9723)).sums).toEqual([
    expect.objectContaining({ currency: 'EUR', openCapturesMinor: 799 }),
  ]);
  passUntil('2028-08-24T00:00:00Z');
  expect(await ada.state()).toMatchObject({ canPlay: 1, validUntil: unix('2028-09-24T00:00:00Z') });
  expect(await moneyOf(9723, id)).toEqual([
    '2028-08-10 authorised 799',
    '2028-08-10 finished 799',
    '2028-08-24 captured 799',
  ]);
  expect(await setup.platform.ledger(9723)).toMatchObject({
    problems: [],
    sums: [{ openCapturesMinor: 0 }],
  });
});

test('a cancelled trial stays until its end, and is not charged', async () => {
  passUntil('2028-10-01T00:00:00Z');
  const ada = await setup.buyer(9724);
  const capture = unix('2028-10-15T00:00:00Z');
  const { id } = await ada.buy({
    ...monthly,
    subscriptionWillRenew: '1',
    capturePaymentOn: String(capture),
  });
  expect(
    (await ada.pay('cancelsubscription', { transactionID: id, cancelTransaction: '0' })).result
      .general,
  ).toEqual({ transactionID: id, state: 'ending', validUntil: capture, ...terms });
  expect(await ada.state()).toMatchObject({ canPlay: 1, validUntil: capture });
  setup.pass(60 * dayMs);
  expect(await ada.state()).toMatchObject({ canPlay: 0 });
  expect(await moneyOf(9724, id)).toEqual([
    '2028-10-01 authorised 799',
    '2028-10-01 finished 799',
    '2028-10-01 cancelled 0',
    '2028-10-01 released 799',
  ]);
  expect(await setup.platform.ledger(9724)).toMatchObject({
    problems: [],
    sums: [{ openCapturesMinor: 0 }],
  });
});

test('an item with a trial phase is granted now, and captured when due', async () => {
  const ada = await setup.buyer(9725);
  const { id } = await ada.buy({
    operation: 'ownage',
    item: '1369311',
    streamtype: 'video',
    amount: '1299',
    currency: 'EUR',
    provider: 'demo',
    capturePaymentOn: String(setup.nowMs() / 1000 + 86_400),
  });
  expect(await ada.state()).toMatchObject({ canPlay: 1, reason: 'paid', validUntil: 0 });
  expect((await setup.platform.ledger(9725)).sums[0]).toMatchObject({ openCapturesMinor: 1299 });
  setup.pass(dayMs);
  expect((await moneyOf(9725, id)).map((line) => line.slice(11))).toEqual([
    'authorised 1299',
    'finished 1299',
    'captured 1299',
  ]);
});

test('cancelling keeps the running term and stops the next, however often it is sent', async () => {
  passUntil('2029-01-01T00:00:00Z');
  const ada = await setup.buyer(9726);
  const { id } = await ada.buy({ ...monthly, subscriptionWillRenew: '1' });
  passUntil('2029-02-10T00:00:00Z');
  for (const more of [{ skipEmail: '1', reasonText: 'Zu teuer! – schade 😢' }, {}]) {
    const { status, result } = await ada.pay('cancelsubscription', { transactionID: id, ...more });
    expect({ status, ...result.general }).toEqual({
      status: 200,
      transactionID: id,
      state: 'ending',
      validUntil: unix('2029-03-01T00:00:00Z'),
      ...terms,
    });
  }
  expect(await ada.state()).toMatchObject({ canPlay: 1, reason: 'subscription' });
  passUntil('2029-03-01T00:00:00Z');
  expect(await ada.state()).toMatchObject({ canPlay: 0 });
  expect((await moneyOf(9726, id)).map((line) => line.slice(11))).toEqual([
    'paid 799',
    'finished 799',
    'renewed 799',
    'cancelled 0',
  ]);
  expect((await ada.buy(monthly)).answer.status).toBe(200);
});

test('a purchase during a running term of the same level begins at its end', async () => {
  passUntil('2029-04-01T00:00:00Z');
  const ada = await setup.buyer(9727);
  await ada.buy(monthly);
  setup.pass(10 * dayMs);
  expect((await ada.buy(monthly)).answer.result.general.validUntil).toBe(
    unix('2029-06-01T00:00:00Z'),
  );
  expect((await setup.platform.ledger(9727)).problems).toEqual([]);
});

test('an upgrade makes the running term premium after a confirmed payment, and keeps its times', async () => {
  passUntil('2029-07-01T00:00:00Z');
  const ada = await setup.buyer(9728);
  const { provider } = setup;
  const upgrade = (reference: string, amount = '500'): ReturnType<Buyer['pay']> =>
    ada.pay('upgradesubscription', { transactionID: reference, amount });
  expect((await upgrade('UP-1')).status).toBe(404);
  const { id } = await ada.buy({ ...monthly, subscriptionWillRenew: '1' });
  const premium = await premiumFilm(ada);
  expect(await upgrade('UP-1', '499')).toMatchObject({
    status: 400,
    metadata: { errorhint: expect.stringMatching(/^amount must be 500/) },
  });
  expect(await ada.pay('upgradesubscription', { amount: '500' })).toMatchObject({
    status: 400,
    metadata: { errorhint: 'transactionID must be given' },
  });
  const wrong: Record<string, string> = {
    'UP-2': await provider.sign({ sub: '1', amount: 500, reference: 'UP-2' }),
    'UP-3': await provider.sign({ sub: id, amount: 499, reference: 'UP-3' }),
    'UP-4': await provider.sign({ sub: id, amount: 500, currency: 'USD', reference: 'UP-4' }),
    'UP-5': await provider.sign({ sub: id, amount: 500, outcome: 'pending', reference: 'UP-5' }),
    'UP-6': await provider.sign({ sub: id, amount: 500, reference: 'UP-6' }, 'stranger'),
    [`PAY-${id}`]: await provider.sign({ sub: id, amount: 500, reference: `PAY-${id}` }),
  };
  for (const [reference, token] of Object.entries(wrong)) {
    provider.answers.set(reference, token);
    expect((await upgrade(reference)).status, reference).toBe(402);
  }
  for (const unknown of ['UP-0', '..', '.']) expect((await upgrade(unknown)).status).toBe(402);
  expect(await ada.state(premium)).toMatchObject({ canPlay: 0 });
  provider.answers.set(
    'UP-1',
    await provider.sign({ sub: `${id}-upgrade`, amount: 500, reference: 'UP-1' }),
  );
  const done = {
    general: {
      transactionID: id,
      state: 'finished',
      ...terms,
      willRenew: 1,
      isPremium: 1,
      validUntil: unix('2029-08-01T00:00:00Z'),
    },
  };
  expect(
    (await Promise.all([upgrade('UP-1'), upgrade('UP-1')])).map(({ result }) => result),
  ).toEqual([done, done]);
  expect(await ada.state(premium)).toMatchObject({ canPlay: 1, reason: 'subscription' });
  provider.answers.set('UP-7', await provider.sign({ sub: id, amount: 500, reference: 'UP-7' }));
  for (const hint of [/premium already: the payment is given back$/, /premium already$/]) {
    expect(await upgrade('UP-7')).toMatchObject({
      status: 409,
      metadata: { errorhint: expect.stringMatching(hint) },
    });
  }
  passUntil('2029-08-02T00:00:00Z');
  expect((await moneyOf(9728, id)).map((line) => line.slice(11))).toEqual([
    'paid 799',
    'finished 799',
    'upgraded 500',
    'paid 500',
    'refunded 500',
    'renewed 1299',
  ]);
  expect((await setup.platform.ledger(9728)).problems).toEqual([]);
});

test('an upgrade that is paid when the subscription has ended is given back', async () => {
  passUntil('2029-08-20T00:00:00Z');
  const ada = await setup.buyer(9730);
  const { id } = await ada.buy(monthly);
  const late = { sub: `${id}-upgrade`, amount: 500, reference: 'UP-9' };
  setup.provider.answers.set('UP-9', await setup.provider.sign(late));
  passUntil('2029-09-21T00:00:00Z');
  expect(
    await ada.pay('upgradesubscription', { transactionID: 'UP-9', amount: '500' }),
  ).toMatchObject({
    status: 404,
    metadata: { errorhint: expect.stringMatching(/: the payment is given back$/) },
  });
  expect((await moneyOf(9730, id)).map((line) => line.slice(11))).toEqual([
    'paid 799',
    'finished 799',
    'paid 500',
    'refunded 500',
  ]);
  expect((await setup.platform.ledger(9730)).problems).toEqual([]);
});

test('an upgrade payment names the user when the transaction is unknown', async () => {
  const grace = await setup.buyer(9728, 'grace');
  const user = (
    await grace.call('/session/init', {
      form: { nxp_devh: '4:1500496747:178989', currentSession: grace.cid },
    })
  ).result.userdata.uid;
  setup.provider.answers.set(
    'UP-8',
    await setup.provider.sign({ sub: String(user), amount: 500, reference: 'UP-8' }),
  );
  expect(
    (await grace.pay('upgradesubscription', { transactionID: 'UP-8', amount: '500' })).result
      .general,
  ).toMatchObject({ state: 'finished', isPremium: 1 });
  expect(await grace.state(await premiumFilm(grace))).toMatchObject({
    canPlay: 1,
    reason: 'subscription',
  });
});

test('an outside operator sets the end and the level of a subscription', async () => {
  const kim = await setup.buyer(9729, 'kim');
  const ada = await setup.buyer(9729);
  const premium = await premiumFilm(ada);
  const until = setup.nowMs() / 1000 + 86_400;
  const add = async (fields: Record<string, string>): Promise<any> =>
    (await ada.pay('addexternalsubscription', fields)).result.general;
  const first = await add({ validUntil: String(until) });
  expect(first).toEqual({
    transactionID: expect.stringMatching(/^\d{19}$/),
    state: 'finished',
    isPremium: 0,
    validUntil: until,
  });
  expect(await ada.state()).toMatchObject({ canPlay: 1, reason: 'external', validUntil: until });
  expect(await ada.state(premium)).toMatchObject({ canPlay: 0 });
  expect(await add({ validUntil: String(until + 60), isPremium: '1' })).toEqual({
    ...first,
    isPremium: 1,
    validUntil: until + 60,
  });
  expect(await ada.state(premium)).toMatchObject({
    canPlay: 1,
    reason: 'external',
    validUntil: until + 60,
  });
  for (const bad of [
    {},
    { validUntil: String(setup.nowMs() / 1000) },
    { validUntil: '1' },
  ] as Record<string, string>[]) {
    expect(await ada.pay('addexternalsubscription', bad)).toMatchObject({
      status: 400,
      metadata: { errorhint: expect.stringMatching(/^validUntil must be/) },
    });
  }
  expect(
    (await ada.pay('cancelsubscription', { transactionID: first.transactionID })).result.general,
  ).toMatchObject({ state: 'ending', validUntil: until + 60 });
  expect(
    (await ada.pay('upgradesubscription', { transactionID: 'UP-9', amount: '500' })).status,
  ).toBe(404);
  expect(await kim.state()).toMatchObject({ canPlay: 0 });
  setup.pass(2 * dayMs);
  expect(await ada.state()).toMatchObject({ canPlay: 0, reason: 'not-paid' });
  expect((await setup.platform.ledger(9729)).problems).toEqual([]);
});
