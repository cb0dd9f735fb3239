-- What happened to an item; the statistics are computed from it.
create table media_events (
  id int8 primary key generated always as identity,
  domain int8 not null references domains,
  kind text not null,
  gid int8 not null references items,
  at timestamptz not null,
  session_id int8,
  gateway text not null default 'desktop',
  country text not null default 'DE'
);
create index media_events_by_time on media_events (domain, kind, at, gid);

create table query_reports (
  id int8 primary key generated always as identity,
  domain int8 not null references domains,
  session_id int8,
  query text not null,
  mode text not null,
  results int not null,
  at timestamptz not null
);

create table incidents (
  id int8 primary key generated always as identity,
  title text not null,
  description text not null,
  severity text not null,
  affects text[] not null,
  started timestamptz not null,
  ended timestamptz
);
