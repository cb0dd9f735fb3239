import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { startPlatform, type RunningPlatform } from '../../demo/platform/start-platform.ts';
import {
  dayMs,
  monthly,
  openBuyer,
  openPaymentSetup,
  type PaymentSetup,
} from '../fixtures/platform/payment-setup.ts';
import { startPostgres, type Server } from '../fixtures/platform/postgres.ts';

let server: Server;
let setup: PaymentSetup;
let other: RunningPlatform;

// Two processes of the platform use one server, so calls really run at the same moment.
test.beforeAll(async () => {
  test.setTimeout(300_000);
  server = await startPostgres();
  setup = await openPaymentSetup({ databaseUrl: server.databaseUrl });
  other = await startPlatform({
    quiet: true,
    databaseUrl: server.databaseUrl,
    sessionLifetimeSeconds: 1e9,
    now: () => new Date(setup.nowMs()),
    provider: setup.provider,
  });
});
test.afterAll(async () => {
  await other?.close();
  await setup?.close();
  await server.stop();
});

const countOf = async (domain: number, kind: string, id?: string): Promise<number> =>
  (await setup.platform.ledger(domain)).rows.filter(
    (row) => row.kind === kind && (!id || row.transaction === id),
  ).length;

test('several finishes of one transaction at the same moment grant once', async () => {
  const [here, there] = [
    await setup.buyer(9714),
    await openBuyer(other, setup.provider, 9714, 'ada'),
  ];
  for (let round = 0; round < 5; round++) {
    const id = await here.prepare();
    const token = await setup.provider.sign({ sub: id, reference: `PAY-${id}` });
    const answers = await Promise.all(
      [here, there, here, there].map((buyer) =>
        buyer.pay('finishtransaction', { transactionID: id, token }),
      ),
    );
    expect(answers.map(({ result }) => result.general.state)).toEqual([
      'finished',
      'finished',
      'finished',
      'finished',
    ]);
    expect(answers.filter(({ result }) => !result.general.alreadyFinished)).toHaveLength(1);
    expect(new Set(answers.map(({ result }) => result.general.validUntil)).size).toBe(1);
    expect(await countOf(9714, 'paid', id)).toBe(1);
  }
});

test('a voucher and a receipt used at the same moment count once', async () => {
  const [ada, grace] = [
    await setup.buyer(9715),
    await openBuyer(other, setup.provider, 9715, 'grace'),
  ];
  const redeemed = await Promise.all(
    [ada, grace].map((buyer) => buyer.pay('redeemvoucher', { vouchercode: 'ONE-FILM' })),
  );
  expect(redeemed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410]);
  const fields = {
    operation: 'subscription',
    provider: 'io',
    amount: '799',
    currency: 'EUR',
    receipt: await setup.provider.receipt('io', { purchaseId: 'IO.PG' }),
  };
  const verified = await Promise.all(
    [ada, grace].map((buyer) => buyer.pay('verifyinapptransaction', fields)),
  );
  expect(verified.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await setup.platform.ledger(9715)).problems).toEqual([]);
});

test('two vouchers that a viewer redeems at the same moment add up', async () => {
  for (const name of ['ada', 'grace', 'kim'] as const) {
    const [here, there] = [
      await setup.buyer(9724, name),
      await openBuyer(other, setup.provider, 9724, name),
    ];
    const redeemed = await Promise.all([
      here.pay('redeemvoucher', { vouchercode: 'FREE-MONTH' }),
      there.pay('redeemvoucher', { vouchercode: 'PARTNER-WEEK' }),
    ]);
    expect(redeemed.map(({ status }) => status)).toEqual([200, 200]);
    const ends = redeemed.map(({ result }) => result.general.validUntil as number);
    expect(Math.max(...ends)).toBe(Math.floor((setup.nowMs() + 37 * dayMs) / 1000));
  }
});

test('an upgrade payment used at the same moment counts once', async () => {
  const [here, there] = [
    await setup.buyer(9717),
    await openBuyer(other, setup.provider, 9717, 'ada'),
  ];
  const { id } = await here.buy(monthly);
  setup.provider.answers.set(
    'UP-PG',
    await setup.provider.sign({ sub: id, amount: 500, reference: 'UP-PG' }),
  );
  const upgraded = await Promise.all(
    [here, there, here, there].map((buyer) =>
      buyer.pay('upgradesubscription', { transactionID: 'UP-PG', amount: '500' }),
    ),
  );
  expect(upgraded.map(({ status, result }) => [status, result.general.isPremium])).toEqual(
    Array(4).fill([200, 1]),
  );
  expect(await countOf(9717, 'upgraded', id)).toBe(1);
});

test('a due amount is charged once for several requests at the same moment', async () => {
  const [here, there] = [
    await setup.buyer(9716),
    await openBuyer(other, setup.provider, 9716, 'ada'),
  ];
  const { id } = await here.buy({ ...monthly, subscriptionWillRenew: '1' });
  setup.pass(100 * dayMs);
  await Promise.all([here, there, here, there].map((buyer) => buyer.state()));
  expect(await countOf(9716, 'renewed', id)).toBe(3);
  const cancelled = await Promise.all(
    [here, there].map((buyer) => buyer.pay('cancelsubscription', { transactionID: id })),
  );
  expect(cancelled.map(({ result }) => result.general.state)).toEqual(['ending', 'ending']);
  expect(await countOf(9716, 'cancelled', id)).toBe(1);
  expect(await setup.platform.ledger()).toMatchObject({ problems: [] });
});

test('npm run ledger reads the server of DATABASE_URL', () => {
  const { status, stdout } = spawnSync('npm', ['run', '-s', 'ledger'], {
    env: { ...process.env, DATABASE_URL: server.databaseUrl },
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^DATABASE_URL\n[^]* renewed [^]*Money and grants agree\./),
  });
});
