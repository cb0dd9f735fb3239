-- Numbers items without gaps, so that a random one is found by a random number.
alter table items add place int4 generated always as identity unique;

-- What titles are ordered by: their characters, whatever their case, so that every server orders alike.
alter table items
  add title_order text collate "C" generated always as (lower(title)) stored,
  add subtitle_order text collate "C" generated always as (lower(subtitle)) stored;

-- One index for each order that a list can have, so that no page sorts the whole catalogue. Each holds what every list asks of an item, that of
-- the default order also what filters ask, so that counting and paging far down read the index alone.
drop index items_by_upload;
create index items_by_upload on items (uploaded desc, gid)
  include (published, only_domains, streamtype, pay, duration_seconds, age, channel_id, format_id, genre, genre_code, modified, id);
create unique index items_by_gid on items (gid) include (published, only_domains, streamtype, uploaded);
create index items_by_id on items (id, gid) include (published, only_domains);
create index items_by_title on items (title_order, gid) include (published, only_domains);
create index items_by_subtitle on items (subtitle_order, gid) include (published, only_domains);
create index items_by_streamtype on items (streamtype collate "C", gid) include (published, only_domains);
create index items_by_genre on items (genre collate "C", gid) include (published, only_domains);
create index items_by_modification on items (modified, gid) include (published, only_domains);
create index items_by_publication on items (published, gid) include (only_domains);
create index items_by_duration on items (duration_seconds, gid) include (published, only_domains);
create index items_by_age on items (age, gid) include (published, only_domains);
-- What is unknown comes last in either direction.
create index items_by_release on items (released, gid) include (published, only_domains);
create index items_by_latest_release on items (released desc nulls last, gid desc) include (published, only_domains);
create index items_by_rating on items (rating, gid) include (published, only_domains);
create index items_by_best_rating on items (rating desc nulls last, gid desc) include (published, only_domains);
create index items_by_votes on items (votes, gid) include (published, only_domains);
create index items_by_most_votes on items (votes desc nulls last, gid desc) include (published, only_domains);

-- The few of which a list is made.
create index items_picked on items (rating desc nulls last, gid) where picked;
create index items_evergreen on items (uploaded desc, gid) where evergreen;
create index items_for_kids on items (uploaded desc, gid) include (published, only_domains, streamtype) where for_kids;
create index items_by_studio on items (studio_id, uploaded desc, gid) include (published, only_domains);
