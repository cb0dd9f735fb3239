-- A login at the directory: begun with an address that the platform gave, and finished with a token that serves once.
create table directory_logins (
  state text primary key,
  domain int8 not null references domains,
  -- Where the directory sends the viewer back to.
  callback text not null,
  begun_at timestamptz not null,
  user_id int8 references users,
  token text unique,
  returned_at timestamptz,
  used_at timestamptz
);
