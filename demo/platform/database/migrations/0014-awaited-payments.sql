-- Payments that the provider had not decided when the platform last asked, or that it did not know yet. The transaction may be closed without them.
create table awaited_payments (
  transaction_id int8 not null references transactions,
  reference text not null,
  noted_at timestamptz not null,
  primary key (transaction_id, reference)
);
insert into awaited_payments select id, reference, created_at from transactions where state = 'pending' and reference is not null;
