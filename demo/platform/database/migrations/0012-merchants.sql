-- Who was paid, as the provider or the app store signed it. Null where no token was read: rows of
-- earlier versions, made-up sales, and what a provider charges by itself later on.
alter table ledger add merchant text;

-- Who may be paid. A name stays when the platform is started without it: what it was paid is lawful.
create table merchants (name text primary key);
