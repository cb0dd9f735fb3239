-- When the provider was last asked about a payment: the one that has waited longest is asked for first.
alter table awaited_payments add asked_at timestamptz;
