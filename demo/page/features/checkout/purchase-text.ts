import type { ErrorState, PurchaseState } from 'usher-runtime';
import { errorText } from '../../ui/error-text.ts';
import { isOpenPurchase } from './open-purchase.ts';
import { paymentDestination } from './payment-choice.ts';
import { providerName } from './payment-providers.ts';

/** What is said of a purchase. */
export interface PurchaseText {
  /** A word for lists. */
  readonly badge: string;
  readonly title: string;
  /** What happens next. */
  readonly story: string;
}

const declined: PurchaseText = {
  badge: 'Declined',
  title: 'The payment was declined',
  story: 'Nothing was charged. Try once more, or pay in another way.',
};

const texts: Readonly<
  Record<PurchaseState['status'], PurchaseText | ((purchase: PurchaseState) => PurchaseText)>
> = {
  preparing: {
    badge: 'Beginning',
    title: 'Writing your ticket …',
    story: 'The platform is told what you would like. Nothing is charged yet.',
  },
  'awaiting-provider': ({ provider }) => ({
    badge: 'To be paid',
    title: 'Waiting for your payment',
    story: `Pay ${paymentDestination(provider)}; this page goes on by itself. To give it up, press “Cancel” there.`,
  }),
  finishing: {
    badge: 'Confirming',
    title: 'Confirming your payment …',
    story: 'You need do nothing. You are charged once, whatever happens to this page.',
  },
  verifying: {
    badge: 'Opening',
    title: 'Paid. Opening the door …',
    story: 'It takes a moment.',
  },
  pending: {
    badge: 'Being confirmed',
    title: 'Your payment is being confirmed',
    story: `${providerName} needs a few minutes for it. You need not wait here: what you bought opens by itself, and you are charged once at most.`,
  },
  granted: { badge: 'Paid', title: 'You have your ticket', story: 'Enjoy the film.' },
  failed: declined,
  abandoned: {
    badge: 'Given up',
    title: 'This ticket was not bought',
    story: 'No payment for it has come back. Should one come after all, it counts.',
  },
  unknown: {
    badge: 'Kept',
    title: 'Your purchase goes on elsewhere',
    story:
      'Another tab of yours has begun it in a newer version of this page. Reload this page to see how it stands.',
  },
  suspended: {
    badge: 'Waiting for its owner',
    title: 'This payment is another viewer’s',
    story: 'It goes on when they log in again.',
  },
};

/** Other texts for what went wrong, by status and code; nothing where the usual one fits. */
const problems: Readonly<Record<string, (error: ErrorState) => PurchaseText | undefined>> = {
  'failed platform': ({ hint = '' }) =>
    hint.includes('declined')
      ? undefined
      : {
          badge: 'Refused',
          title: 'The platform did not accept it',
          story: `Your ticket was not bought.${hint && ` The platform says: ${hint}.`}`,
        },
  'abandoned aborted': ({ hint }) =>
    hint === 'declined'
      ? declined
      : {
          badge: 'Cancelled',
          title: 'You cancelled the payment',
          story: 'Nothing was charged. You may begin anew whenever you like.',
        },
  'abandoned provider-unavailable': () => ({
    badge: 'Not begun',
    title: `${providerName} did not open`,
    story: 'Nothing was charged. Try another way of paying, or this one in a while.',
  }),
  'abandoned identity-changed': () => ({
    badge: 'Given up',
    title: 'Somebody else is logged in now',
    story: 'So the payment did not begin, and nothing was charged.',
  }),
};

export function purchaseText(purchase: PurchaseState): PurchaseText {
  const { status, error } = purchase;
  const usual = texts[status];
  const text =
    (error && problems[`${status} ${error.code}`]?.(error)) ??
    (typeof usual === 'function' ? usual(purchase) : usual);
  // What does not go on at present says why; it is tried again by itself.
  return error && isOpenPurchase(purchase) ? { ...text, story: stuckText(status, error) } : text;
}

function stuckText(status: PurchaseState['status'], error: ErrorState): string {
  if (status === 'preparing') return `${errorText(error)} Nothing was charged.`;
  if (status === 'awaiting-provider') {
    return 'The payment form went wrong. If you have paid, nothing is lost; if not, go on with the payment.';
  }
  return `${errorText(error)} Your payment is written down, and is tried again by itself.`;
}
