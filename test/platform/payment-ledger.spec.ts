import { expect, test } from '@playwright/test';
import { queryOne, type Database } from '../../demo/platform/database/database.ts';
import { printStatement } from '../../demo/platform/ledger/print.ts';
import { readStatement } from '../../demo/platform/ledger/statement.ts';
import { openDatabase } from '../../demo/platform/open-database.ts';
import { recordMerchants } from '../../demo/platform/payment/merchants.ts';
import { openTenants } from '../../demo/platform/tenants/tenants.ts';
import {
  dayMs,
  film,
  keep,
  monthly,
  openPaymentSetup,
  rent,
} from '../fixtures/platform/payment-setup.ts';

test('the ledger has every movement, adds up by currency, and matches the grants', async () => {
  const setup = await openPaymentSetup();
  const [ada, kim] = [await setup.buyer(9712), await setup.buyer(9712, 'kim')];
  const before = (await setup.platform.ledger(9712)).sums[0]!.netMinor;
  const bought = await ada.buy();
  await ada.buy({ ...monthly, subscriptionWillRenew: '1' });
  await ada.buy({
    ...keep,
    item: '1369489',
    capturePaymentOn: String(setup.nowMs() / 1000 + 40 * 86_400),
  });
  await kim.pay('redeemvoucher', { vouchercode: 'FREE-MONTH' });
  await kim.pay('addexternalsubscription', { validUntil: String(setup.nowMs() / 1000 + 86_400) });
  await ada.prepare();
  setup.pass(31 * dayMs);
  const { rows, sums, problems } = await setup.platform.ledger(9712);
  expect(problems).toEqual([]);
  expect(sums).toEqual([
    {
      currency: 'EUR',
      receivedMinor: before + 499 + 799 + 799,
      refundedMinor: 0,
      netMinor: before + 499 + 799 + 799,
      openCapturesMinor: 1299,
    },
  ]);
  expect(rows.find((row) => row.transaction === bought.id && row.kind === 'paid')).toEqual({
    id: expect.any(String),
    domain: '9712',
    at: new Date(setup.nowMs() - 31 * dayMs),
    kind: 'paid',
    user: expect.any(String),
    transaction: bought.id,
    item: '5000311',
    amountMinor: 499,
    currency: 'EUR',
    provider: 'demo',
    reference: `PAY-${bought.id}`,
    merchant: new URL(setup.provider.url).host,
    note: null,
  });
  expect(
    rows
      .filter((row) => row.kind === 'granted')
      .map((row) => row.provider)
      .toSorted(),
  ).toEqual(['external', 'voucher']);
  expect((await setup.platform.ledger()).rows.length).toBeGreaterThan(rows.length);
  expect((await setup.platform.ledger()).problems).toEqual([]);
  const text = printStatement({ rows, sums, problems });
  expect(text).toContain(
    `EUR  received ${((before + 2097) / 100).toFixed(2)}, given back 0.00, net ${((before + 2097) / 100).toFixed(2)}, open captures 12.99`,
  );
  expect(text).toMatch(/2026-12-21 12:00:00  9712 +\d+ +renewed +7\.99  EUR/);
  expect(text).toContain('2 granted without payment by right');
  expect(text).toContain('Money and grants agree.');
  await setup.close();
});

test('a subscription that is bought at an item which the user owns is lawful', async () => {
  const setup = await openPaymentSetup();
  const ada = await setup.buyer(9712);
  await ada.buy(keep);
  const { answer } = await ada.buy({ ...monthly, item: film, streamtype: 'video' });
  expect(answer.status).toBe(200);
  expect((await setup.platform.ledger(9712)).problems).toEqual([]);
  await setup.close();
});

test('the ledger says who was paid, whichever way it was paid', async () => {
  const setup = await openPaymentSetup();
  const [ada, grace] = [await setup.buyer(9712), await setup.buyer(9712, 'grace')];
  const { provider } = setup;
  await ada.buy();
  const twice = await ada.prepare(keep);
  await ada.buy(keep);
  await ada.pay('finishtransaction', {
    transactionID: twice,
    token: await provider.sign({ sub: twice, amount: 1299, reference: 'R-1' }),
  });
  const receipt = { operation: 'ppv', item: '1369489', streamtype: 'video', amount: 499 };
  await grace.pay('verifyinapptransaction', {
    ...rent,
    item: receipt.item,
    provider: 'go',
    receipt: await provider.receipt('go', { ...receipt, purchaseId: 'GPA.9791' }),
  });
  const { id } = await ada.buy({ ...monthly, subscriptionWillRenew: '1' });
  provider.answers.set('U-1', await provider.sign({ sub: id, amount: 500, reference: 'U-1' }));
  await ada.pay('upgradesubscription', { transactionID: 'U-1', amount: '500' });
  const { rows, problems } = await setup.platform.ledger(9712);
  const moved = rows.filter(
    ({ kind, note }) =>
      ['paid', 'refunded', 'upgraded'].includes(kind) && note !== 'there from the start',
  );
  const kinds = ['paid', 'paid', 'paid', 'paid', 'paid', 'refunded', 'upgraded'];
  expect(moved.map(({ kind }) => kind).toSorted()).toEqual(kinds);
  const shop = new URL(provider.url).host;
  expect(moved.map(({ merchant }) => merchant)).toEqual(moved.map(() => shop));
  expect(problems).toEqual([]);
  await setup.close();
});

const now = new Date('2026-11-21T12:00:00Z');
const inserted = (
  columns: string,
  values: string,
): string => `insert into transactions (domain, user_id, operation, state, amount_minor, currency, provider, created_at, ${columns})
  values ($1, $2, 'ppv', 'finished', 499, 'EUR', 'demo', $3, ${values}) returning id`;
const booked = (kind: string, minor: number): string =>
  `insert into ledger (domain, user_id, at, transaction_id, kind, amount_minor, currency, provider) values ($1, $2, $3, $4, '${kind}', ${minor}, 'EUR', 'demo')`;
const bookedTo = (merchant: string): string =>
  booked('paid', 499)
    .replace('provider)', 'provider, merchant)')
    .replace("'demo')", `'demo', '${merchant}')`);
const subscribed = (columns: string, values: string): string =>
  `insert into subscriptions (domain, user_id, started_at, transaction_id, renews, duration_months, ${columns}) values ($1, $2, $3, $4, false, 1, ${values})`;
const subscription = `insert into transactions (domain, user_id, operation, state, amount_minor, paid_minor, currency, provider, created_at) values ($1, $2, 'subscription', 'finished', 799, 799, 'EUR', 'demo', $3) returning id`;

/** A film of the same user, bought for good a day before. */
const owned = `insert into transactions (domain, user_id, operation, state, amount_minor, paid_minor, currency, provider, created_at, finished_at, gid)
  values ($1, $2, 'ownage', 'finished', 0, 0, 'EUR', 'demo', $3, $3::timestamptz - interval '1 day', 5000311)`;
/** A subscription of the same user that began a day before, and renews. */
const renewing = `with sold as (
    insert into transactions (domain, user_id, operation, state, amount_minor, paid_minor, currency, provider, created_at)
    values ($1, $2, 'subscription', 'finished', 0, 0, 'EUR', 'demo', $3) returning id
  ) insert into subscriptions (domain, user_id, started_at, transaction_id, renews, duration_months, premium, term_from, valid_until)
  select $1, $2, $3::timestamptz - interval '1 day', id, true, 1, false, $3::timestamptz - interval '1 day', $3::timestamptz + interval '29 days' from sold`;

/**
 * Rows written past the platform, and the problems that the ledger finds. The first statement
 * returns the transaction.
 */
const wrong: [what: string, kind: string, text: RegExp, ...statements: string[]][] = [
  [
    'an item without a payment',
    'granted without payment',
    /ppv cost 4\.99 EUR, and 0\.00 EUR were paid/,
    inserted('paid_minor', '499'),
  ],
  [
    'an item that was only prepared',
    'granted without payment',
    /4\.99 EUR, and 0\.00 EUR/,
    inserted('paid_minor', '499'),
    booked('prepared', 499),
    booked('finished', 499),
  ],
  [
    'an item that was paid in part',
    'granted without payment',
    /4\.99 EUR, and 4\.98 EUR/,
    inserted('paid_minor', '499'),
    booked('paid', 498),
  ],
  [
    'an item sold below its price',
    'granted without payment',
    /prepared for 4\.99 EUR, and finished for 0\.01 EUR/,
    inserted('paid_minor', '1'),
    booked('paid', 1),
  ],
  [
    'an item whose payment was given back',
    'granted without payment',
    /given back/,
    inserted('paid_minor', '499'),
    booked('paid', 499),
    booked('refunded', 499),
  ],
  [
    'an item that was paid twice',
    'paid without grant',
    /4\.99 EUR, and 9\.98 EUR/,
    inserted('paid_minor', '499'),
    booked('paid', 499),
    booked('paid', 499),
  ],
  [
    'more captured than held',
    'granted without payment',
    /1\.00 EUR more were captured/,
    inserted('paid_minor', '499'),
    booked('authorised', 499),
    booked('captured', 599),
  ],
  [
    'a payment of a transaction that stayed prepared',
    'paid without grant',
    /4\.99 EUR came in, and ppv is prepared/,
    inserted('valid_until', 'null').replace("'finished'", "'prepared'"),
    booked('paid', 499),
  ],
  [
    'a deleted transaction for which more was paid and given back than was asked',
    'paid without grant',
    /ppv was prepared for 4\.99 EUR, and 100000\.00 EUR were paid for it/,
    inserted('valid_until', 'null').replace("'finished'", "'deleted'"),
    booked('paid', 10_000_000),
    booked('refunded', 10_000_000),
  ],
  [
    'a deleted transaction that was paid in another currency',
    'paid without grant',
    /ppv was prepared for 4\.99 EUR, and 4\.99 IDR were paid for it/,
    inserted('valid_until', 'null').replace("'finished'", "'deleted'"),
    booked('paid', 499).replace("'EUR'", "'IDR'"),
    booked('refunded', 499).replace("'EUR'", "'IDR'"),
  ],
  [
    'a deleted transaction for which more was given back than paid',
    'granted without payment',
    /4\.99 EUR more were given back than came in/,
    inserted('valid_until', 'null').replace("'finished'", "'deleted'"),
    booked('refunded', 499),
  ],
  [
    'a film that was paid when it was owned already',
    'paid without grant',
    /ppv of the item 5000311 was paid, and the user owned it already/,
    inserted('paid_minor, finished_at, gid', '499, $3, 5000311'),
    booked('paid', 499),
    owned,
  ],
  [
    'a film that was paid when a voucher had opened it for good',
    'paid without grant',
    /ppv of the item 5000311 was paid, and the user owned it already/,
    inserted('paid_minor, finished_at, gid', '499, $3, 5000311'),
    booked('paid', 499),
    "insert into voucher_grants (domain, user_id, code, gid, granted_at) values ($1, $2, 'ONE-FILM', 5000311, $3::timestamptz - interval '1 day')",
  ],
  [
    'a subscription that renews beside another one',
    'paid without grant',
    /subscription \d+ renews beside subscription \d+, which opens all of it/,
    subscription,
    booked('paid', 799),
    subscribed(
      'premium, term_from, valid_until',
      "false, $3, $3::timestamptz + interval '1 month'",
    ).replace('false, 1,', 'true, 1,'),
    renewing,
  ],
  [
    'a reserved payment of a transaction that stayed prepared',
    'paid without grant',
    /4\.99 EUR are held ready/,
    inserted('valid_until', 'null').replace("'finished'", "'prepared'"),
    booked('authorised', 499),
  ],
  [
    'a paid subscription that is missing',
    'paid without grant',
    /7\.99 EUR came in, and subscription is without its subscription/,
    subscription,
    booked('paid', 799),
  ],
  [
    'a subscription without a payment',
    'granted without payment',
    /subscription cost 7\.99 EUR, and 0\.00 EUR/,
    subscription,
    subscribed(
      'premium, term_from, valid_until',
      "false, $3, $3::timestamptz + interval '1 month'",
    ),
  ],
  [
    'a subscription with a late end',
    'granted without payment',
    /runs until 2027-01-21, and is paid until 2026-12-21/,
    subscription,
    booked('paid', 799),
    subscribed(
      'premium, paid_monthly, term_from, valid_until',
      "false, false, $3, $3::timestamptz + interval '2 months'",
    ),
  ],
  [
    'a subscription that ends too soon',
    'paid without grant',
    /is paid until 2026-12-21, and ends 2026-11-22/,
    subscription,
    booked('paid', 799),
    subscribed('premium, term_from, valid_until', "false, $3, $3::timestamptz + interval '1 day'"),
  ],
  [
    'a renewal that cost nothing',
    'granted without payment',
    /is paid until 2026-12-21/,
    subscription,
    booked('paid', 799),
    booked('renewed', 0),
    subscribed(
      'premium, paid_monthly, term_from, valid_until',
      "false, false, $3, $3::timestamptz + interval '2 months'",
    ),
  ],
  [
    'premium without an upgrade',
    'granted without payment',
    /is premium, and that was not paid/,
    subscription,
    booked('paid', 799),
    subscribed('premium, term_from, valid_until', "true, $3, $3::timestamptz + interval '1 month'"),
  ],
  [
    'a subscription without a transaction',
    'granted without payment',
    /has no transaction/,
    "insert into subscriptions (domain, user_id, started_at, premium, renews, term_from, valid_until) values ($1, $2, $3, false, false, $3, $3::timestamptz + interval '1 month')",
  ],
  [
    'a grant without its voucher',
    'granted without payment',
    /voucher NOTHING, which does not exist/,
    "insert into voucher_grants (domain, user_id, code, granted_at) values ($1, $2, 'NOTHING', $3)",
  ],
  [
    'an item that was paid to somebody else',
    'granted without payment',
    /4\.99 EUR were paid to Another Shop, who is no merchant of this platform/,
    inserted('paid_minor', '499'),
    bookedTo('Another Shop'),
  ],
];

test.describe('rows written past the platform', () => {
  let database: Database;
  test.beforeAll(async () => {
    database = await openDatabase('memory://', '');
  });
  test.afterAll(() => database.close());

  for (const [index, [what, kind, text, ...statements]] of wrong.entries()) {
    test(`${what} is found`, async () => {
      const domain = String(9712 + index);
      await (await openTenants(database, () => now)).get(domain);
      const user = (await queryOne<{ id: string }>(
        database,
        `select id from users where domain = $1 and username = 'kim'`,
        [domain],
      ))!.id;
      expect((await readStatement(database, domain, now)).problems).toEqual([]);
      let id: string | undefined;
      for (const statement of statements) {
        const [row] = await database.query<{ id: string }>(statement, [
          domain,
          user,
          now,
          ...(statement.includes('$4') ? [id] : []),
        ]);
        id ??= row?.id;
      }
      const { problems } = await readStatement(database, domain, now);
      expect(problems).toContainEqual({
        kind,
        domain,
        transaction: id ?? null,
        text: expect.stringMatching(text),
      });
      expect(printStatement({ rows: [], sums: [], problems })).toMatch(
        new RegExp(`times money and grants do not agree:[^]*${kind}: domain ${domain}`),
      );
    });
  }

  test('a film that was rented and then bought at the same moment is no second sale', async () => {
    const [domain, rented, bought] = ['9789', '9000000000000000002', '9000000000000000001'];
    await (await openTenants(database, () => now)).get(domain);
    const user = await queryOne<{ id: string }>(
      database,
      `select id from users where domain = $1 and username = 'kim'`,
      [domain],
    );
    const values = [domain, user!.id, now];
    for (const [operation, id] of [
      ['ppv', rented],
      ['ownage', bought],
    ] as const) {
      const sold = inserted('paid_minor, finished_at, gid, id', `499, $3, 5000311, ${id}`);
      await database.query(sold.replace("'ppv'", `'${operation}'`), values);
      for (const kind of ['paid', 'finished']) {
        await database.query(booked(kind, 499), [...values, id]);
      }
    }
    expect((await readStatement(database, domain, now)).problems).toEqual([]);
  });

  test('what was paid to a merchant that the platform once had is lawful', async () => {
    const domain = '9790';
    await (await openTenants(database, () => now)).get(domain);
    await recordMerchants(database, ['Lantern Row']);
    await recordMerchants(database, ['Another Row', 'Lantern Row']);
    for (const merchant of ['Lantern Row', 'Another Row', '127.0.0.1', 'shop.localhost:4173']) {
      const user = await queryOne<{ id: string }>(
        database,
        `select id from users where domain = $1 and username = 'kim'`,
        [domain],
      );
      const values = [domain, user!.id, now];
      const sold = await queryOne<{ id: string }>(database, inserted('paid_minor', '499'), values);
      await database.query(bookedTo(merchant), [...values, sold!.id]);
    }
    const { rows, problems } = await readStatement(database, domain, now);
    expect(problems).toEqual([]);
    expect(printStatement({ rows, sums: [], problems })).toMatch(
      /paid to +transaction[^]*demo +Lantern Row +\d/,
    );
  });

  test('rows of the ledger are never changed or removed', async () => {
    for (const statement of [
      `update ledger set amount_minor = 0`,
      'delete from ledger',
      'truncate ledger',
    ]) {
      await expect(database.query(statement)).rejects.toThrow(
        'rows of ledger are never changed or removed',
      );
    }
    expect((await readStatement(database, '741', now)).rows.length).toBeGreaterThan(5);
  });
});

test('the ledger needs no key within the process, and no page can read it over HTTP', async () => {
  const setup = await openPaymentSetup();
  for (const key of ['', '?key=', '?key=00000000000000000000000000000000']) {
    expect((await fetch(`${setup.platform.url}/__ledger${key}`)).status).toBe(404);
  }
  await (await setup.buyer(9712)).buy({ ...rent, item: film });
  expect((await setup.platform.ledger(9712)).rows.at(-1)).toMatchObject({
    kind: 'finished',
    item: '5000311',
  });
  await setup.close();
});
