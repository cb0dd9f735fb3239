-- A domain is a tenant: its own sessions, users, purchases and counters, over the catalogue that all share.
create table domains (
  id int8 primary key,
  title text not null,
  secret text not null,
  signed boolean not null default true,
  player_only boolean not null default false,
  country text not null default 'DE',
  language text not null default 'en',
  created_at timestamptz not null
);

create table users (
  id int8 primary key generated always as identity (start with 17),
  domain int8 not null references domains,
  username text not null,
  password text not null,
  hash text not null unique,
  age int,
  created_at timestamptz not null,
  unique (domain, username)
);

-- What stands for a user without a password: tokens of identity providers, broadcast and second-screen codes.
create table login_tokens (
  domain int8 not null references domains,
  provider text not null,
  token text not null,
  user_id int8 not null references users,
  primary key (domain, provider, token)
);

create table devices (
  domain int8 not null references domains,
  hash text not null,
  first_seen timestamptz not null,
  sessions int not null default 0,
  primary key (domain, hash)
);

create table sessions (
  id int8 primary key,
  domain int8 not null references domains,
  device text not null,
  domaintoken text not null,
  page_secret text not null,
  user_id int8 references users,
  -- Given to a client on a server; does not expire.
  lasting boolean not null default false,
  created_at timestamptz not null,
  kept_alive_at timestamptz not null,
  ended_at timestamptz,
  country text not null,
  language text not null,
  -- What init said about itself: gateway, portal, campaign and the like, by wire name.
  details jsonb not null default '{}'
);
create index sessions_by_user on sessions (domain, user_id);

create table logins (
  id int8 primary key generated always as identity,
  domain int8 not null references domains,
  session_id int8 not null,
  user_id int8 not null,
  provider text not null,
  at timestamptz not null
);
create index logins_by_time on logins (domain, at);
