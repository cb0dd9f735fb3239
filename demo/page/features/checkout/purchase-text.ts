import { wordsFor } from '../../ui/error-text.ts';
import { isOpenPurchase } from './open-purchase.ts';
import { placeOf } from './payment-choice.ts';
import { providerName } from './payment-providers.ts';

/** What is said of a purchase at each status: a word for lists, a title, and what happens next. */
const words = {
  preparing: () => [
    'Beginning',
    'Writing your ticket …',
    'The platform is told what you would like. Nothing is charged yet.',
  ],
  'awaiting-provider': ({ provider }) => [
    'To be paid',
    'Waiting for your payment',
    `Pay ${placeOf(provider)}; this page goes on by itself. To give it up, press “Cancel” there.`,
  ],
  finishing: () => [
    'Confirming',
    'Confirming your payment …',
    'You need do nothing. You are charged once, whatever happens to this page.',
  ],
  verifying: () => ['Opening', 'Paid. Opening the door …', 'It takes a moment.'],
  pending: () => [
    'Being confirmed',
    'Your payment is being confirmed',
    `${providerName} needs a few minutes for it. You need not wait here: what you bought opens by itself, and you are charged once at most.`,
  ],
  granted: () => ['Paid', 'You have your ticket', 'Enjoy the film.'],
  failed: () => [
    'Declined',
    'The payment was declined',
    'Nothing was charged. Try once more, or pay in another way.',
  ],
  abandoned: () => [
    'Given up',
    'This ticket was not bought',
    'No payment for it has come back. Should one come after all, it counts.',
  ],
  unknown: () => [
    'Kept',
    'Your purchase goes on elsewhere',
    'Another tab of yours has begun it in a newer version of this page. Reload this page to see how it stands.',
  ],
  parked: () => [
    'Waiting for its owner',
    'This payment is another viewer’s',
    'It goes on when they log in again.',
  ],
};

/** Other words for what went wrong, by status and code. */
const troubles = {
  'failed platform': ({ error }) =>
    /declined/.test(error.hint ?? '')
      ? undefined
      : [
          'Refused',
          'The platform did not accept it',
          `Your ticket was not bought.${error.hint ? ` The platform says: ${error.hint}.` : ''}`,
        ],
  'abandoned aborted': ({ error }) =>
    error.hint === 'declined'
      ? ['Declined', ...words.failed().slice(1)]
      : [
          'Cancelled',
          'You cancelled the payment',
          'Nothing was charged. You may begin anew whenever you like.',
        ],
  'abandoned provider-unavailable': () => [
    'Not begun',
    `${providerName} did not open`,
    'Nothing was charged. Try another way of paying, or this one in a while.',
  ],
  'abandoned identity-changed': () => [
    'Given up',
    'Somebody else is logged in now',
    'So the payment did not begin, and nothing was charged.',
  ],
};

/**
 * @param {{ status: string, provider: string | null, error?: { code: string, hint?: string } }}
 *   purchase
 */
export function purchaseWords(purchase) {
  const { status, error } = purchase;
  const special = error && troubles[`${status} ${error.code}`]?.(purchase);
  const [badge, title, story] = special ?? (words[status] ?? words.preparing)(purchase);
  // What does not go on at present says why; it is tried again by itself.
  const why = error && isOpenPurchase(purchase) ? stuckWords(status, error) : '';
  return { badge, title, story: why || story };
}

function stuckWords(status, error) {
  if (status === 'preparing') return `${wordsFor(error)} Nothing was charged.`;
  if (status === 'awaiting-provider') {
    return `The payment form went wrong. If you have paid, nothing is lost; if not, go on with the payment.`;
  }
  return `${wordsFor(error)} Your payment is written down, and is tried again by itself.`;
}
