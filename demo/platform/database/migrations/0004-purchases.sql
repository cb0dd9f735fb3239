create sequence transaction_ids as int8 start with 9007199254740993001;

create table transactions (
  id int8 primary key default nextval('transaction_ids'),
  domain int8 not null references domains,
  user_id int8 not null references users,
  operation text not null,
  gid int8 references items,
  -- prepared, pending, finished, declined, deleted
  state text not null,
  amount_minor int8 not null,
  currency text not null,
  provider text not null,
  payment_type text,
  reference text,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- Null: without end.
  valid_until timestamptz
);
create index transactions_by_user on transactions (domain, user_id, gid);

create table subscriptions (
  id int8 primary key generated always as identity,
  domain int8 not null references domains,
  user_id int8 not null references users,
  transaction_id int8 references transactions,
  premium boolean not null,
  -- Managed by an outside operator.
  external boolean not null default false,
  renews boolean not null,
  duration_months int,
  paid_monthly boolean not null default true,
  started_at timestamptz not null,
  valid_until timestamptz not null,
  terminated_at timestamptz,
  termination_reason text
);
create index subscriptions_by_user on subscriptions (domain, user_id, valid_until);

create table vouchers (
  domain int8 not null references domains,
  code text not null,
  reference text,
  -- login, item or subscription
  operation text not null,
  gid int8 references items,
  user_id int8 references users,
  days int,
  uses_left int not null,
  expires_at timestamptz,
  primary key (domain, code)
);

create table voucher_grants (
  id int8 primary key generated always as identity,
  domain int8 not null references domains,
  user_id int8 not null references users,
  code text not null,
  -- Null: everything that a subscription opens.
  gid int8 references items,
  granted_at timestamptz not null,
  valid_until timestamptz
);
create index voucher_grants_by_user on voucher_grants (domain, user_id);
