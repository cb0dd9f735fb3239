import type { Checkout, Offer } from 'usher-runtime';
import { readError } from '../../ui/read-error.ts';
import { payInPage } from '../checkout/payment-providers.ts';
import { addNotes, readNotes } from './subscription-notes.ts';

export type UpgradeOutcome = 'done' | 'cancelled' | 'declined' | 'pending';

/** A payment for an upgrade, as it is noted. */
interface UpgradePayment {
  readonly reference: string;
  readonly amount: number;
}

/**
 * Makes a subscription premium: an additional payment, then the platform is told of it. The payment
 * is noted before that, so that the viewer can repeat the second step; the payment counts once.
 */
export async function upgradeSubscription(
  checkout: Checkout,
  transactionID: string,
  offer: Offer,
): Promise<UpgradeOutcome> {
  const payment = readNotes(transactionID).upgrade ?? (await pay(transactionID, offer));
  if (typeof payment === 'string') return payment;
  try {
    await checkout.upgradeSubscription({
      transactionID: payment.reference,
      amount: payment.amount,
    });
  } catch (error) {
    const { status, hint = '' } = readError(error);
    if (status === 402 && hint.includes('pending')) return 'pending';
    throw error;
  }
  addNotes(transactionID, { upgrade: undefined, isPremium: true });
  return 'done';
}

/** Answers with the payment once it is approved, else with what came of it. */
async function pay(
  transactionID: string,
  { amount, currency }: Offer,
): Promise<UpgradePayment | UpgradeOutcome> {
  const { outcome, reference } = await payInPage({
    transactionId: `${transactionID}-upgrade`,
    amount,
    currency,
    title: 'Upgrade to premium',
  });
  if (outcome === 'declined' || outcome === 'cancelled') return outcome;
  if (!reference) return 'pending';
  const payment = { reference, amount };
  addNotes(transactionID, { upgrade: payment });
  return outcome === 'pending' ? outcome : payment;
}
