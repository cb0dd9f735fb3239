import { createChance } from '../../catalogue/chance.ts';
import { queryOne, type Database } from '../../database/database.ts';
import { drawCustomers, type Customer } from './customers.ts';

/** Nobody logs in as a drawn customer: no password has this hash. */
const noPassword = `none:${'0'.repeat(64)}`;

/**
 * Gives a domain customers of the last days, once: accounts, logins, purchases and subscriptions,
 * all of them on the ledger. What renews is charged when it is due.
 */
export async function fillCustomers(
  database: Database,
  domain: string,
  now: Date,
  days: number,
): Promise<void> {
  const there = await queryOne(
    database,
    `select 1 as one from users where domain = $1 and username like 'viewer-%' limit 1`,
    [domain],
  );
  if (there) return;
  const items = await database.query<{ gid: string; ppv_minor: number; ownage_minor: number }>(
    'select gid, ppv_minor, ownage_minor from items where pay and not premium_only and countries is null and available_from is null order by votes desc nulls last, gid limit 40',
  );
  const customers = drawCustomers(createChance(Number(domain)), items, now, days);
  await database.transaction(async (within) => {
    const json = JSON.stringify(
      customers.map((customer) => ({ ...customer, domain, password: noPassword })),
    );
    await within.query(
      `insert into users (domain, username, password, hash, created_at, registered_by)
       select domain, username, password, md5(domain || username), registered_at, registered_by
       from jsonb_to_recordset($1::jsonb) as drawn (domain int8, username text, password text, registered_at timestamptz, registered_by text)`,
      [json],
    );
    await fillLogins(within, domain, customers);
    await fillSales(within, domain, customers);
  });
}

async function fillLogins(
  within: Database,
  domain: string,
  customers: readonly Customer[],
): Promise<void> {
  const logins = customers.flatMap(({ username, registered_by, logins: moments }) =>
    moments.map((at) => ({ username, registered_by, at })),
  );
  // Their sessions are long gone: 0 is none.
  await within.query(
    `insert into logins (domain, session_id, user_id, provider, at)
     select users.domain, 0, users.id, drawn.registered_by, drawn.at
     from jsonb_to_recordset($2::jsonb) as drawn (username text, registered_by text, at timestamptz) join users on users.domain = $1 and users.username = drawn.username`,
    [domain, JSON.stringify(logins)],
  );
}

/** The sales, with the rows that a real one leaves behind. */
async function fillSales(
  within: Database,
  domain: string,
  customers: readonly Customer[],
): Promise<void> {
  const sales = customers.flatMap(({ username, sales: own }) =>
    own.map((sale) => ({ username, ...sale })),
  );
  const transactions = await within.query<{ id: string }>(
    `insert into transactions (domain, user_id, operation, gid, state, amount_minor, paid_minor, currency, provider, reference, duration_months, renews, created_at, finished_at, captured_at, valid_until)
     select users.domain, users.id, operation, gid, 'finished', minor, minor, 'EUR', 'demo', 'DRAWN-' || number, case when operation = 'subscription' then 1 end,
       operation = 'subscription' and ended_at is null, at, at, at, until
     from jsonb_to_recordset($2::jsonb) as drawn (username text, number int4, operation text, gid int8, minor int8, at timestamptz, until timestamptz, ended_at timestamptz)
     join users on users.domain = $1 and users.username = drawn.username returning id`,
    [domain, JSON.stringify(sales)],
  );
  const drawn = [transactions.map(({ id }) => id), JSON.stringify(sales)];
  const joined = `jsonb_to_recordset($2::jsonb) as drawn (number int4, ended_at timestamptz, ended_by text) join transactions on transactions.reference = 'DRAWN-' || number and transactions.id = any($1::int8[])`;
  await within.query(
    `insert into subscriptions (domain, user_id, transaction_id, premium, renews, duration_months, paid_monthly, started_at, valid_until, term_from, charges, charge_minor, currency,
       next_charge_at, terminated_at, terminated_by)
     select domain, user_id, id, false, ended_at is null, 1, true, created_at, valid_until, created_at, 1, amount_minor, currency, case when ended_at is null then valid_until end, ended_at, ended_by
     from ${joined} where operation = 'subscription'`,
    drawn,
  );
  await within.query(
    `insert into ledger (domain, at, kind, user_id, transaction_id, gid, amount_minor, currency, provider, reference, note)
     select domain, case when kind = 'cancelled' then ended_at else created_at end, kind, user_id, id, gid, case when kind = 'cancelled' then 0 else amount_minor end, currency, provider,
       case when kind = 'paid' then reference end, 'there from the start'
     from ${joined} cross join (values (1, 'prepared'), (2, 'paid'), (3, 'finished'), (4, 'cancelled')) as kinds (position, kind)
     where kind <> 'cancelled' or ended_at is not null order by created_at, id, position`,
    drawn,
  );
}
