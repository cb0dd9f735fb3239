import { makeMerchantAccount } from '../../demo/platform/payment/merchant-account.ts';
import { startPlatform, type RunningPlatform } from '../../demo/platform/start-platform.ts';
import { startProvider, type RunningProvider } from '../../demo/provider/start-provider.ts';
import { openPage, type Answered, type Page } from '../fixtures/platform/client.ts';
import { choose, expect, payAddress, test } from '../fixtures/provider/provider-test.ts';

let clockMs = Date.parse('2026-11-21T12:00:00Z');
const now = (): Date => new Date(clockMs);
let trusted: RunningProvider;
let platform: RunningPlatform;
test.beforeAll(async () => {
  const account = await makeMerchantAccount('Lantern Row');
  trusted = await startProvider({ now, merchants: [account.forProvider] });
  platform = await startPlatform({
    quiet: true,
    now,
    provider: { url: trusted.url, jwks: trusted.jwks, account: account.forPlatform },
  });
});
test.afterAll(async () => {
  await platform.close();
  await trusted.close();
});

const subscription = {
  operation: 'subscription',
  amount: '799',
  currency: 'EUR',
  subscriptionDuration: '1',
  subscriptionIsPremium: '0',
  subscriptionWillBePayedMonthly: '1',
  provider: 'demo',
};

/** A viewer with a prepared transaction. */
async function prepare(domain: number): Promise<{ page: Page; transaction: string }> {
  const page = await openPage(platform.url, domain);
  await page.call('/session/login', {
    form: { provider: 'manual', username: 'ada', password: 'lovelace' },
  });
  const prepared = await page.call('/payment/preparetransaction', { form: subscription });
  expect(prepared.status, prepared.text).toBe(200);
  return { page, transaction: prepared.result.general.transactionID };
}

/** Pays as a viewer does, and finishes with the returned values. */
async function payAndFinish(
  page: Page,
  transaction: string,
  choice: string,
  changed: Readonly<Record<string, string>> = {},
): Promise<() => Promise<Answered>> {
  const back = await choose(
    payAddress(trusted.url, 'https://shop.example/return', {
      transaction,
      amount: subscription.amount,
      ...changed,
    }),
    choice,
  );
  const { token, reference } = Object.fromEntries(back.searchParams);
  return () =>
    page.call('/payment/finishtransaction', {
      form: { transactionID: transaction, token: token!, reference: reference! },
    });
}

test('an approved payment is finished, with every digit of the transaction', async () => {
  const { page, transaction } = await prepare(9300);
  const finish = await payAndFinish(page, transaction, 'approve');
  expect((await finish()).result.general).toMatchObject({
    transactionID: transaction,
    state: 'finished',
  });
  expect((await finish()).result.general).toMatchObject({
    transactionID: transaction,
    state: 'finished',
    alreadyFinished: 1,
  });
});

test('a declined payment, or one with a foreign signature, is refused', async () => {
  for (const [domain, choice, hint] of [
    [9301, 'decline', 'declined'],
    [9302, 'forge', 'does not verify'],
  ] as const) {
    const { page, transaction } = await prepare(domain);
    const { status, metadata } = await (await payAndFinish(page, transaction, choice))();
    expect([status, metadata['errorhint']]).toEqual([402, expect.stringContaining(hint)]);
  }
});

test('a slow payment is pending until the provider confirms it to the platform', async () => {
  const { page, transaction } = await prepare(9303);
  const finish = await payAndFinish(page, transaction, 'slow');
  expect((await finish()).result.general).toMatchObject({
    transactionID: transaction,
    state: 'pending',
  });
  clockMs += 3 * 60_000;
  expect((await finish()).result.general).toMatchObject({
    transactionID: transaction,
    state: 'finished',
  });
  expect(trusted.payments.filter((payment) => payment.transaction === transaction)).toHaveLength(1);
});

test('a payment to another merchant is refused, and the right one still counts', async () => {
  const { page, transaction } = await prepare(9304);
  const other = { merchant: 'Another Shop' };
  const { status, metadata } = await (await payAndFinish(page, transaction, 'approve', other))();
  expect([status, metadata['errorhint']]).toEqual([
    402,
    'the token does not verify: it is for another merchant',
  ]);
  const finish = await payAndFinish(page, transaction, 'approve');
  expect((await finish()).result.general).toMatchObject({ state: 'finished' });
});

test('a payment that is approved after a decline is finished', async () => {
  const { page, transaction } = await prepare(9305);
  expect((await (await payAndFinish(page, transaction, 'decline'))()).status).toBe(402);
  const finish = await payAndFinish(page, transaction, 'approve');
  expect((await finish()).result.general).toMatchObject({ state: 'finished' });
});
