import { formatPrice } from '/dist/cdn/usher.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Checkout, Offer, Receipt } from 'usher-runtime';
import { formatDateTime } from '../../ui/format-date-time.ts';
import { getElement } from '../../ui/get-element.ts';
import { subscriptionName } from '../checkout/subscription-name.ts';
import { addNotes, type SubscriptionNotes } from './subscription-notes.ts';
import { upgradeSubscription, type UpgradeOutcome } from './upgrade-subscription.ts';

/** Does something to the subscription after a click, and shows the text that comes of it. */
export type RunAction = (
  click: Event,
  act: (checkout: Checkout) => Promise<string>,
) => Promise<void>;

export interface SubscriptionCardParts {
  readonly subscription: Receipt;
  readonly notes: SubscriptionNotes;
  /** Whether it was sold as a premium one. */
  readonly isPremium: boolean;
  /** Of an upgrade; `undefined` where none is sold. */
  readonly upgrade: Offer | undefined;
  readonly run: RunAction;
}

/** The viewer's subscription, and what can be done about it. */
export function subscriptionCard(parts: SubscriptionCardParts): TemplateResult {
  const { subscription, notes, upgrade, run } = parts;
  const { transactionId, expiresAt } = subscription;
  const isPremium = notes.isPremium ?? parts.isPremium;
  const isEnding = notes.isEnding ?? subscription.willRenew === false;
  const end = expiresAt ? formatDateTime(expiresAt) : '';
  const actions = [
    ...(!isPremium && upgrade
      ? [upgradeButton(transactionId, upgrade, Boolean(notes.upgrade), run)]
      : []),
    ...(isEnding ? [] : [stopFold(transactionId, end, run)]),
  ];
  return html`<div
    class="subscription"
    data-level=${isPremium ? 'premium' : 'default'}
    data-ending=${isEnding}
  >
    <h3>${subscriptionName({ isPremium })}</h3>
    <p>
      ${
        isPremium
          ? 'Everything in the house, including the newest films.'
          : 'Everything in the house, except the newest films.'
      }
    </p>
    <p class="subscription-end">${endText(end, isEnding ? false : subscription.willRenew)}</p>
    ${actions.length ? html`<div class="purchase-actions">${actions}</div>` : nothing}
  </div>`;
}

/** @param willRenew absent where the platform has not said it */
const endText = (end: string, willRenew: boolean | undefined): string =>
  [
    end && `${willRenew === false ? 'Lasts' : 'Paid'} until ${end}.`,
    willRenew !== undefined && (willRenew ? 'It renews by itself.' : 'It does not renew.'),
  ]
    .filter(Boolean)
    .join(' ');

const outcomeTexts: Readonly<Record<UpgradeOutcome, string>> = {
  done: 'You have premium now. It includes the newest films.',
  cancelled: 'You cancelled the payment. Nothing was charged.',
  declined: 'The payment was declined. Nothing was charged; you may try once more.',
  pending:
    'Your payment for the upgrade is being confirmed. Check again in a few minutes; you are charged once at most.',
};

/** @param isPaid the upgrade is paid, and not yet made */
function upgradeButton(
  transactionId: string,
  offer: Offer,
  isPaid: boolean,
  run: RunAction,
): TemplateResult {
  const upgrade = async (checkout: Checkout): Promise<string> =>
    outcomeTexts[await upgradeSubscription(checkout, transactionId, offer)];
  return html`<button
    type="button"
    class="button primary"
    data-upgrade
    @click=${(click: Event) => void run(click, upgrade)}
  >
    ${
      isPaid
        ? 'Check the payment for the upgrade'
        : `Upgrade to premium for ${formatPrice(offer, document.documentElement.lang)}`
    }
  </button>`;
}

/** Asks once more before anything ends. */
function stopFold(transactionId: string, end: string, run: RunAction): TemplateResult {
  const stop = async (checkout: Checkout): Promise<string> => {
    const { expiresAt } = await checkout.stopRenewal({ transactionID: transactionId });
    addNotes(transactionId, { isEnding: true });
    const last = expiresAt ? formatDateTime(expiresAt) : end;
    return last ? `Done. It lasts until ${last}.` : 'Done. It does not renew.';
  };
  return html`<details class="fold">
    <summary>Stop the renewal</summary>
    <p>${end ? `It then lasts until ${end}, and you` : 'You'} are not charged again.</p>
    <div class="purchase-actions">
      <button
        type="button"
        class="button"
        data-stop-renewal
        @click=${(click: Event) => void run(click, stop)}
      >
        Stop renewing
      </button>
      <button type="button" class="button plain" @click=${closeFold}>Keep it</button>
    </div>
  </details>`;
}

function closeFold({ currentTarget }: Event): void {
  const fold = currentTarget instanceof Element && currentTarget.closest('details');
  if (!fold) return;
  fold.open = false;
  getElement('summary', fold).focus();
}
