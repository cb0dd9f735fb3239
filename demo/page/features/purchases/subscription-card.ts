import { formatPrice } from '/dist/cdn/usher.js';
import type { Checkout, Offer, Receipt } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { formatDateTime } from '../../ui/format-date-time.ts';
import { getElement } from '../../ui/get-element.ts';
import { subscriptionName } from '../checkout/subscription-name.ts';
import { addNotes, type SubscriptionNotes } from './subscription-notes.ts';
import { upgradeSubscription, type UpgradeOutcome } from './upgrade-subscription.ts';

/** Does something to the subscription, and shows the text that comes of it. */
export type RunAction = (
  button: HTMLButtonElement,
  act: (checkout: Checkout) => Promise<string>,
) => Promise<void>;

export interface SubscriptionCardParts {
  readonly subscription: Receipt;
  readonly notes: SubscriptionNotes;
  /** What was bought; `undefined` where it is not known, or no longer sold. */
  readonly offer: Offer | undefined;
  /** Of an upgrade; `undefined` where none is sold. */
  readonly upgrade: Offer | undefined;
  readonly run: RunAction;
}

/** The viewer's subscription, and what can be done about it. */
export function createSubscriptionCard(parts: SubscriptionCardParts): HTMLElement {
  const { subscription, notes, offer, upgrade, run } = parts;
  const { transactionId, expiresAt } = subscription;
  const isPremium = notes.isPremium ?? offer?.isPremium ?? false;
  const isEnding = Boolean(notes.isEnding);
  const end = expiresAt ? formatDateTime(expiresAt) : '';
  return el(
    'div',
    {
      class: 'subscription',
      'data-level': isPremium ? 'premium' : 'default',
      'data-ending': String(isEnding),
    },
    el('h3', {}, subscriptionName({ isPremium })),
    el(
      'p',
      {},
      isPremium
        ? 'Everything in the house, the newest films too.'
        : 'Everything in the house, except the newest films.',
    ),
    el(
      'p',
      { class: 'subscription-end' },
      isEnding
        ? `Lasts until ${end}. It does not renew.`
        : `Paid until ${end}. It renews by itself.`,
    ),
    el(
      'div',
      { class: 'purchase-actions' },
      !isPremium &&
        upgrade &&
        createUpgradeButton(transactionId, upgrade, Boolean(notes.upgrade), run),
      !isEnding && createStop(transactionId, end, run),
    ),
  );
}

const outcomeTexts: Readonly<Record<UpgradeOutcome, string>> = {
  done: 'You are premium now. The newest films are open to you.',
  cancelled: 'You cancelled the payment. Nothing was charged.',
  declined: 'The payment was declined. Nothing was charged; you may try once more.',
  pending:
    'Your payment for the upgrade is being confirmed. Look again in a few minutes; you are charged once at most.',
};

/** @param isPaid the upgrade is paid, and not yet made */
function createUpgradeButton(
  transactionId: string,
  offer: Offer,
  isPaid: boolean,
  run: RunAction,
): HTMLElement {
  const button = el(
    'button',
    { type: 'button', class: 'button primary', 'data-upgrade': '' },
    isPaid
      ? 'Look whether the upgrade is paid'
      : `Upgrade to premium for ${formatPrice(offer, document.documentElement.lang)}`,
  );
  const upgrade = async (checkout: Checkout): Promise<string> =>
    outcomeTexts[await upgradeSubscription(checkout, transactionId, offer)];
  button.addEventListener('click', () => void run(button, upgrade));
  return button;
}

/** Asks once more before anything ends. */
function createStop(transactionId: string, end: string, run: RunAction): HTMLElement {
  const yes = el(
    'button',
    { type: 'button', class: 'button', 'data-stop-renewal': '' },
    'Stop renewing',
  );
  const no = el('button', { type: 'button', class: 'button plain' }, 'Keep it');
  const fold = el(
    'details',
    { class: 'fold' },
    el('summary', {}, 'Stop the renewal'),
    el('p', {}, `It then lasts until ${end}, and you are not charged again.`),
    el('div', { class: 'purchase-actions' }, yes, no),
  );
  no.addEventListener('click', () => {
    fold.open = false;
    getElement('summary', fold).focus();
  });
  const stop = async (checkout: Checkout): Promise<string> => {
    const { expiresAt } = await checkout.stopRenewal({ transactionID: transactionId });
    addNotes(transactionId, { isEnding: true });
    return `Done. It lasts until ${expiresAt ? formatDateTime(expiresAt) : end}.`;
  };
  yes.addEventListener('click', () => void run(yes, stop));
  return fold;
}
