-- Merchants that the platform has had an account for: what was paid to them for its orders counts also after a start with another account.
alter table merchants add is_account boolean not null default false;
