-- Finds parts of words by their groups of three characters.
create extension if not exists pg_trgm;

-- What is searched stands beside the items, not in them: it is most of their bytes, and lists never read it.
create table item_texts (
  gid int8 primary key references items,
  -- Every text attribute in one, in lower case, for queries of substrings.
  haystack text not null,
  -- Whole words as they stand, for classic queries; stems with weights, for relevance.
  words tsvector not null,
  stems tsvector not null
);
insert into item_texts select gid, haystack, words, stems from items;
alter table items drop column haystack, drop column words, drop column stems;
create index item_texts_by_part on item_texts using gin (haystack gin_trgm_ops);
create index item_texts_by_words on item_texts using gin (words);
create index item_texts_by_stems on item_texts using gin (stems);
