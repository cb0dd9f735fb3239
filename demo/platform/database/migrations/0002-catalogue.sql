create table studios (id int8 primary key, title text not null);
create table channels (id int8 primary key, title text not null, description text not null);
create table formats (id int8 primary key, title text not null);
create table campaigns (id int8 primary key, title text not null, active_from timestamptz not null, active_until timestamptz);

create table items (
  gid int8 primary key,
  id int8 not null,
  streamtype text not null,
  hash text not null unique,
  refnr text not null,
  external_reference text,
  slug text not null,
  title text not null,
  subtitle text not null default '',
  description text not null default '',
  genre text not null,
  genre_code text not null,
  content_type text not null,
  language text not null default 'en',
  uploaded timestamptz not null,
  modified timestamptz not null,
  published timestamptz not null,
  released date,
  duration_seconds int not null,
  rating float8,
  votes int,
  picked boolean not null default false,
  evergreen boolean not null default false,
  for_kids boolean not null default false,
  user_generated boolean not null default false,
  studio_id int8 references studios,
  channel_id int8 not null references channels,
  format_id int8 not null references formats,
  -- The playable file, by name, in demo/media.
  media_file text,

  -- Who may watch. Every rule that is null does not restrict.
  pay boolean not null default false,
  ppv_minor int,
  ownage_minor int,
  premium_only boolean not null default false,
  login_required boolean not null default false,
  age int not null default 0,
  available_from timestamptz,
  available_until timestamptz,
  countries text[],
  only_domains int8[],

  -- Every text attribute in one, in lower case, for queries of substrings.
  haystack text not null default '',
  -- Whole words as they stand, for classic queries; stems with weights, for relevance.
  words tsvector not null default '',
  stems tsvector not null default '',
  unique (streamtype, id)
);
create index items_by_upload on items (uploaded desc, gid);
create index items_by_words on items using gin (words);
create index items_by_stems on items using gin (stems);

-- What items refer to: persons, tags, shows, places, products and files.
create table terms (
  id int8 primary key,
  kind text not null check (kind in ('person', 'tag', 'show', 'place', 'product', 'file')),
  title text not null
);
create unique index terms_by_title on terms (kind, lower(title));

create table item_terms (
  gid int8 not null references items,
  term_id int8 not null references terms,
  role text not null,
  primary key (term_id, gid, role)
);
create index item_terms_by_item on item_terms (gid);

-- The parts of a series or playlist, in their order.
create table item_parts (
  gid int8 not null references items,
  part_gid int8 not null references items,
  position int not null,
  primary key (gid, position)
);

create table awards (
  gid int8 not null references items,
  title text not null,
  primary key (gid, title)
);
