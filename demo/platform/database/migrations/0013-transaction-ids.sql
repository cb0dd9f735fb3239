-- The ID of a transaction is known before its row: an order is registered at the payment provider before the transaction is written down.
create function new_transaction_id() returns int8 language sql volatile
  return 9007199254740993001 + ('x' || right(replace(gen_random_uuid()::text, '-', ''), 15))::bit(60)::int8 % 216000000000000000;
alter table transactions alter id set default new_transaction_id();
