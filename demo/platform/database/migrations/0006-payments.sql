-- What a sale was agreed on, and what became of its money.
alter table transactions
  add affiliate text,
  -- Of subscriptions: the length of a term, and how it is paid.
  add duration_months int,
  add premium boolean not null default false,
  add renews boolean not null default false,
  add renewable boolean not null default true,
  add paid_monthly boolean not null default true,
  -- What the provider approved in the end.
  add paid_minor int8,
  -- Approved now, taken later: after a trial phase.
  add capture_on timestamptz,
  add captured_at timestamptz,
  add released_at timestamptz,
  add external_user text,
  add external_reference text;

-- A receipt of an app store counts once.
create unique index transactions_by_receipt on transactions (provider, reference) where provider in ('io', 'go', 'am');

alter table subscriptions
  -- From when the months are counted: the start, or the end of a trial phase.
  add term_from timestamptz,
  -- How often was charged, what a charge is, and when the next one is due; null: none will be.
  add charges int not null default 0,
  add charge_minor int8 not null default 0,
  add currency text not null default 'EUR',
  add next_charge_at timestamptz;

update transactions set paid_minor = amount_minor where state = 'finished';
update transactions set premium = subscriptions.premium, renews = subscriptions.renews, duration_months = subscriptions.duration_months, paid_monthly = subscriptions.paid_monthly
  from subscriptions where subscriptions.transaction_id = transactions.id;
-- Terms are counted in calendar months.
update subscriptions set term_from = started_at, valid_until = (started_at at time zone 'UTC' + make_interval(months => duration_months)) at time zone 'UTC';
update transactions set valid_until = subscriptions.valid_until from subscriptions where subscriptions.transaction_id = transactions.id;
update subscriptions set charges = 1, charge_minor = transactions.amount_minor, next_charge_at = case when subscriptions.renews then subscriptions.valid_until end
  from transactions where transactions.id = subscriptions.transaction_id;
alter table subscriptions alter term_from set not null;
create index subscriptions_by_charge on subscriptions (domain, next_charge_at) where next_charge_at is not null;

alter table vouchers add once_per_user boolean not null default false;
create unique index vouchers_by_reference on vouchers (domain, reference) where reference is not null;

-- Every movement of money, and what was granted for it. Rows are only ever added.
create table ledger (
  id int8 primary key generated always as identity,
  domain int8 not null references domains,
  at timestamptz not null,
  kind text not null check (kind in (
    'prepared', 'declined', 'authorised', 'paid', 'captured', 'released', 'finished', 'instalment', 'renewed', 'upgraded', 'granted', 'cancelled', 'deleted', 'refunded'
  )),
  user_id int8 not null references users,
  transaction_id int8 references transactions,
  gid int8 references items,
  amount_minor int8 not null check (amount_minor >= 0),
  currency text not null,
  provider text not null,
  -- The provider's own number of the payment, the number of a purchase in an app store, or a voucher's code.
  reference text,
  note text
);
create index ledger_by_time on ledger (domain, at, id);
create index ledger_by_reference on ledger (reference) where reference is not null;

insert into ledger (domain, at, kind, user_id, transaction_id, gid, amount_minor, currency, provider, reference)
  select domain, finished_at, kind, user_id, id, gid, amount_minor, currency, provider, reference
  from transactions cross join (values ('paid'), ('finished')) as kinds (kind)
  where state = 'finished' and (kind = 'finished' or amount_minor > 0) order by finished_at, id, kind desc;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name;
end $$;
create trigger ledger_only_grows before update or delete on ledger for each row execute function refuse_change();
create trigger ledger_is_never_emptied before truncate on ledger for each statement execute function refuse_change();
