import { textOf, type Call } from '../call.ts';
import { isAskedPayment } from './confirm-payment.ts';
import { notePayment } from './note-payment.ts';
import type { Payment } from './payment-provider.ts';
import { refundPayment } from './refund-payment.ts';
import { lockTransaction, type Transaction } from './transaction.ts';

/**
 * Gives back a further payment of a finished transaction: its viewer has paid twice, for example in
 * two windows of the provider. One that is pending is asked for later. Any other token changes
 * nothing.
 */
export async function refundFurtherPayment(call: Call, finished: Transaction): Promise<void> {
  const payment = await readPayment(call);
  if (!payment || payment.outcome === 'declined' || !isAskedPayment(payment, finished)) return;
  if (payment.outcome === 'pending') {
    return notePayment(call.database, finished, payment.reference, call.now());
  }
  await call.database.transaction(async (within) => {
    const transaction = await lockTransaction(within, finished);
    const refund = { at: call.now(), note: 'for a finished transaction' } as const;
    await refundPayment(within, transaction, payment, refund);
  });
}

/** The payment of the call's token. The provider is asked about one that was pending. */
async function readPayment(call: Call): Promise<Payment | undefined> {
  const token = textOf(call, 'token');
  if (!token) return undefined;
  const payment = await call.payments.readPayment(token, call.now()).catch(() => undefined);
  if (payment?.outcome !== 'pending') return payment;
  return (await call.payments.askPayment(payment.reference, call.now())) ?? payment;
}
