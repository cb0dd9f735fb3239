import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { queryOne, type Database } from '../../demo/platform/database/database.ts';
import { readStatement } from '../../demo/platform/ledger/statement.ts';
import { openDatabase } from '../../demo/platform/open-database.ts';
import { openTenants } from '../../demo/platform/tenants/tenants.ts';
import { runScript } from '../fixtures/platform/run-script.ts';

// Books that the platform does not write any more: refunds of something else than was asked,
// payments to other merchants, and what is sold twice. Each is written by hand, past the platform.

const now = new Date('2026-11-21T12:00:00Z');
const film = 5_000_311;

/** A row of the ledger: what moved, by default 4.99 EUR to nobody in particular. */
interface Moved {
  readonly kind: string;
  readonly minor?: number;
  readonly currency?: string;
  readonly merchant?: string;
}
/** A transaction with its rows; `renews` has a subscription beside it. */
interface Sold {
  readonly operation?: 'ppv' | 'ownage' | 'subscription';
  readonly state?: string;
  readonly minor?: number;
  readonly premium?: boolean;
  readonly renews?: boolean;
  readonly daysAgo?: number;
  readonly moved: readonly Moved[];
}

const deleted = (...moved: Moved[]): Sold => ({ state: 'deleted', moved });
const bought: Sold = { operation: 'ownage', minor: 1299, moved: [{ kind: 'paid', minor: 1299 }] };
const renewing = (minor: number, premium: boolean, daysAgo: number): Sold => ({
  operation: 'subscription',
  minor,
  premium,
  renews: true,
  daysAgo,
  moved: [{ kind: 'paid', minor }],
});

const books: readonly (readonly [what: string, text: RegExp, ...sold: Sold[]])[] = [
  [
    'a refund in another currency than was paid',
    /ppv was prepared for 4\.99 EUR, and 4\.99 IDR were refunded for it/,
    deleted({ kind: 'paid' }, { kind: 'refunded', currency: 'IDR' }),
  ],
  [
    'payment and refund in another currency than was asked',
    /ppv was prepared for 4\.99 EUR, and 4\.99 IDR were paid for it/,
    deleted({ kind: 'paid', currency: 'IDR' }, { kind: 'refunded', currency: 'IDR' }),
  ],
  [
    'payment and refund of another amount than was asked',
    /ppv was prepared for 4\.99 EUR, and 1000\.00 EUR were paid for it/,
    deleted({ kind: 'paid', minor: 100_000 }, { kind: 'refunded', minor: 100_000 }),
  ],
  [
    'a refund of less than was paid',
    /4\.98 EUR were given back for ppv, and no payment of that amount came in/,
    deleted({ kind: 'paid' }, { kind: 'refunded', minor: 498 }),
  ],
  [
    'a payment that was given back twice',
    /4\.99 EUR were given back for ppv, and no payment of that amount came in/,
    deleted({ kind: 'paid' }, { kind: 'refunded' }, { kind: 'refunded' }),
  ],
  [
    'a part of the price that was given back while the film stays granted',
    /1\.00 EUR were given back for ppv, and no payment of that amount came in/,
    { moved: [{ kind: 'paid' }, { kind: 'refunded', minor: 100 }] },
  ],
  [
    'a granted film that was paid in another currency',
    /ppv cost 4\.99 EUR, and 0\.00 EUR were paid for it/,
    { moved: [{ kind: 'paid', currency: 'IDR' }] },
  ],
  [
    'a renewal in another currency',
    /subscription was prepared for 7\.99 EUR, and 7\.99 IDR were renewed for it/,
    {
      ...renewing(799, false, 0),
      moved: [
        { kind: 'paid', minor: 799 },
        { kind: 'renewed', minor: 799, currency: 'IDR' },
      ],
    },
  ],
  ...['paid', 'authorised', 'upgraded'].map(
    (kind) =>
      [
        `money that was ${kind} to another merchant`,
        new RegExp(`4\\.99 EUR were ${kind} to Another Shop, who is no merchant of this platform`),
        { moved: [{ kind, merchant: 'Another Shop' }] },
      ] as const,
  ),
  [
    'a film that was bought for good twice',
    /ownage of the item 5000311 was paid, and the user owned it already/,
    { ...bought, daysAgo: 1 },
    bought,
  ],
  [
    'a film that was rented when it was owned',
    /ppv of the item 5000311 was paid, and the user owned it already/,
    { ...bought, daysAgo: 1 },
    { moved: [{ kind: 'paid' }] },
  ],
  ...[
    [799, false, 799, false],
    [1299, true, 1299, true],
    [1299, true, 799, false],
  ].map(
    ([minor, premium, laterMinor, isLaterPremium]) =>
      [
        `two subscriptions that renew, for ${String(minor)} and ${String(laterMinor)}`,
        /subscription \d+ renews beside subscription \d+, which opens all of it/,
        renewing(Number(minor), Boolean(premium), 1),
        renewing(Number(laterMinor), Boolean(isLaterPremium), 0),
      ] as const,
  ),
];

/** Writes a book into a domain of its own. */
async function write(database: Database, domain: string, sold: readonly Sold[]): Promise<void> {
  await (await openTenants(database, () => now)).get(domain);
  const user = (await queryOne<{ id: string }>(
    database,
    `select id from users where domain = $1 and username = 'kim'`,
    [domain],
  ))!.id;
  expect((await readStatement(database, domain, now)).problems).toEqual([]);
  for (const one of sold) await writeSale(database, domain, user, one);
}

async function writeSale(
  database: Database,
  domain: string,
  user: string,
  sold: Sold,
): Promise<void> {
  const { operation = 'ppv', state = 'finished', minor = 499, premium = false, renews } = sold;
  const at = new Date(now.getTime() - (sold.daysAgo ?? 0) * 86_400_000);
  const isFinished = state === 'finished';
  const transaction = await queryOne<{ id: string }>(
    database,
    `insert into transactions (domain, user_id, operation, state, amount_minor, paid_minor, currency, provider, premium, gid, created_at, finished_at)
     values ($1, $2, $3, $4, $5, $6, 'EUR', 'demo', $7, $8, $9, $10) returning id`,
    [
      domain,
      user,
      operation,
      state,
      minor,
      isFinished ? minor : null,
      premium,
      operation === 'subscription' ? null : film,
      at,
      isFinished ? at : null,
    ],
  );
  for (const { kind, minor: movedMinor = 499, currency = 'EUR', merchant = null } of sold.moved) {
    await database.query(
      `insert into ledger (domain, user_id, at, transaction_id, kind, amount_minor, currency, provider, merchant) values ($1, $2, $3, $4, $5, $6, $7, 'demo', $8)`,
      [domain, user, at, transaction!.id, kind, movedMinor, currency, merchant],
    );
  }
  if (!renews) return;
  await database.query(
    `insert into subscriptions (domain, user_id, started_at, transaction_id, renews, duration_months, premium, term_from, valid_until)
     values ($1, $2, $3, $4, true, 1, $5, $3, $3::timestamptz + interval '1 month')`,
    [domain, user, at, transaction!.id, premium],
  );
}

const domainOf = (index: number): string => String(9730 + index);

test.describe('in the books of a platform', () => {
  let database: Database;
  test.beforeAll(async () => {
    database = await openDatabase('memory://', '');
  });
  test.afterAll(() => database.close());

  for (const [index, [what, text, ...sold]] of books.entries()) {
    test(`${what}: is found`, async () => {
      await write(database, domainOf(index), sold);
      const { problems } = await readStatement(database, domainOf(index), now);
      expect(problems.map((problem) => problem.text)).toContainEqual(expect.stringMatching(text));
    });
  }

  test('a whole payment in the right currency, given back once, is lawful', async () => {
    const back = deleted({ kind: 'paid' }, { kind: 'refunded' });
    const twice = deleted(...back.moved, ...back.moved);
    await write(database, '9760', [back, twice, { ...bought, daysAgo: 1 }]);
    expect((await readStatement(database, '9760', now)).problems).toEqual([]);
  });
});

test('npm run ledger is red on each of these books @folder', async () => {
  test.setTimeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'usher-holes-'));
  try {
    const database = await openDatabase(folder, '');
    for (const [index, [, , ...sold]] of books.entries()) {
      await write(database, domainOf(index), sold);
    }
    await database.close();
    const { code, output } = await runScript('ledger', folder);
    expect(code).toBe(1);
    const lines = output.split('\n');
    for (const [index, [what, text]] of books.entries()) {
      const own = lines.filter((line) => line.includes(`: domain ${domainOf(index)},`));
      expect(own, what).toContainEqual(expect.stringMatching(text));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
