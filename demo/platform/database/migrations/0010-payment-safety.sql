-- A transaction's ID names it to the payment provider too. A sequence says the next ones, so that others could act on them. The random digits are 57 bits
-- of a UUID's; the IDs stay beyond 2^53, as those before.
alter table transactions
  alter id set default 9007199254740993001 + ('x' || right(replace(gen_random_uuid()::text, '-', ''), 15))::bit(60)::int8 % 216000000000000000;
drop sequence transaction_ids;

-- Why it was deleted when its payment came: what it was for is not sold twice.
alter table transactions add deleted_because text;
