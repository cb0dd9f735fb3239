import { payHere } from '../checkout/payment-providers.ts';
import { note, notesOf } from './subscription-notes.ts';

/**
 * Makes a subscription premium: an additional payment, then the platform is told of it. What was
 * paid is noted before that, so that it can be told once more, by the viewer; the payment counts
 * once. Resolves with `done`, `cancelled`, `declined` or `pending`.
 */
export async function upgrade(checkout, transactionID, { amount, currency }) {
  const { upgrade: paid, declined = 0 } = notesOf(transactionID);
  if (!paid) {
    const { outcome, reference } = await payHere({
      transactionID: `${transactionID}-upgrade`,
      amount,
      currency,
      title: 'Upgrade to premium',
      attempt: declined,
    });
    if (outcome === 'declined') note(transactionID, { declined: declined + 1 });
    if (outcome === 'declined' || outcome === 'cancelled' || !reference) {
      return reference || outcome !== 'approved' ? outcome : 'pending';
    }
    note(transactionID, { upgrade: { reference, amount } });
    if (outcome === 'pending') return outcome;
  }
  const { reference, amount: paidAmount } = notesOf(transactionID).upgrade;
  try {
    await checkout.upgradeSubscription({ transactionID: reference, amount: paidAmount });
  } catch (error) {
    if (error?.status === 402 && /pending/.test(error.hint ?? '')) return 'pending';
    throw error;
  }
  note(transactionID, { upgrade: undefined, isPremium: true });
  return 'done';
}
