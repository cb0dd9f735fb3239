-- Every event so far was drawn by the platform itself, and is drawn anew; none is lost.
drop table media_events;

-- Where and how something was watched. Many events have it in common, so it is stored once; its columns are what statistics filter by.
create table event_contexts (
  id int8 primary key generated always as identity,
  -- All columns as one text.
  fingerprint text not null unique,
  gateway text not null,
  device text,
  os text,
  browser text,
  manufacturer text,
  country text not null,
  subdivision text,
  delivery_domain text,
  delivery_partner text,
  affiliate_partner text,
  campaign text,
  platform_variant text,
  page_integration text,
  consent_environment text,
  playback_mode text,
  data_mode text,
  media_origin text,
  start_condition text,
  view_count text,
  podcast_app text
);

-- What happened to an item; the statistics are computed from it. Rows come by the ten thousand and are checked where they are
-- recorded, so that no foreign key looks everything up again.
create table media_events (
  id int8 primary key generated always as identity,
  domain int8 not null,
  kind text not null,
  gid int8 not null,
  at timestamptz not null,
  -- Of view time: how long was watched since the last such event.
  seconds float8,
  context_id int8 not null,
  session_id int8,
  -- By the platform, so that charts are not empty.
  drawn boolean not null default false
);
create index media_events_by_time on media_events (domain, kind, at);

-- In which a domain's days begin, where the caller names no other.
alter table domains add timezone text not null default 'Europe/Berlin';
-- By which identity provider an account was made.
alter table users add registered_by text not null default 'manual';
-- Who or what ended it: byuser, incms, inappapi, rechargeproblem, paymentcanceled. The user's own words stand in termination_reason.
alter table subscriptions add terminated_by text not null default 'byuser';
create index subscriptions_by_term on subscriptions (domain, started_at);
