import type { Call } from '../call.ts';
import type { Database } from '../database/database.ts';
import { isAskedPayment } from './confirm-payment.ts';
import { giveBack } from './give-back.ts';
import type { Payment } from './payment-provider.ts';
import { refundPayment } from './refund-payment.ts';
import { lockTransaction, type Transaction } from './transaction.ts';
import { upgrade } from './upgrade.ts';

/** A provider that has not decided by then never will. */
const maxWaitMs = 30 * 86_400_000;
/** A call waits for the provider, so it asks about a few: those that it asked about longest ago. */
const maxAsked = 5;

type Awaited = Transaction & { readonly awaited: string };

/**
 * Asks the provider about payments of the call's user that were undecided when their transactions
 * were closed, or when an upgrade was asked for. What was taken since is given back, or makes the
 * subscription premium: no other call would learn of it.
 */
export async function settleAwaited(call: Call): Promise<void> {
  const user = call.session?.user_id;
  if (!user) return;
  const awaited = await call.database.query<Awaited>(
    `select transactions.*, awaited_payments.reference as awaited from awaited_payments
     join transactions on transactions.id = awaited_payments.transaction_id
     where domain = $1 and user_id = $2 and state in ('finished', 'deleted', 'declined') and noted_at > $3
     order by asked_at nulls first, noted_at desc, awaited_payments.reference limit ${maxAsked}`,
    [call.domain.id, user, new Date(call.now().getTime() - maxWaitMs)],
  );
  await Promise.all(awaited.map((each) => settle(call, each)));
}

/** Lets the others come first at the next call. */
async function noteAsked(call: Call, { id, awaited }: Awaited): Promise<void> {
  await call.database.query(
    'update awaited_payments set asked_at = $3 where transaction_id = $1 and reference = $2',
    [id, awaited, call.now()],
  );
}

async function settle(call: Call, closed: Awaited): Promise<void> {
  await noteAsked(call, closed);
  const payment = await call.payments.askPayment(closed.awaited, call.now());
  if (!payment || payment.outcome === 'pending') return;
  await call.database.transaction(async (within) => {
    if (payment.outcome === 'approved') {
      if (isAskedPayment(payment, closed)) await returnPayment(call, within, closed, payment);
      else await upgrade(call, within, payment);
    }
    await within.query(
      'delete from awaited_payments where transaction_id = $1 and reference = $2',
      [closed.id, closed.awaited],
    );
  });
}

/** Gives back a payment of a transaction that is closed. */
async function returnPayment(
  call: Call,
  within: Database,
  closed: Transaction,
  payment: Payment,
): Promise<void> {
  const transaction = await lockTransaction(within, closed);
  const { state } = transaction;
  const at = call.now();
  if (state === 'declined') {
    await giveBack(within, transaction, payment, { why: 'it was declined before', at });
  } else if (state === 'finished' || state === 'deleted') {
    await refundPayment(within, transaction, payment, { at, note: `for a ${state} transaction` });
  }
}
