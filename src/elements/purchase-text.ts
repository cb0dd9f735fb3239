import { pageLoadedAt } from '../browser/page-loaded-at.ts';
import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { PurchaseRefusal } from '../checkout/purchase/refusal.ts';
import type { Texts } from './texts/texts.ts';
import type { RefusedSale } from './texts/word-keys.ts';

/** Errors after which a purchase has ended, and that say more than its status. */
const tellingCodes: readonly string[] = ['provider-unavailable', 'identity-changed', 'not-found'];

/** Statuses in which the platform confirms a payment. The viewer cannot do anything about them. */
const confirming: readonly string[] = ['finishing', 'pending', 'verifying'];

/** What is said of a purchase: its status, and what happens next. */
export function purchaseText(
  purchase: PurchaseState,
  texts: Texts,
): { readonly title: string; readonly text: string } {
  return {
    title: texts.say(`purchase.${shownStatus(purchase)}`),
    text: nextText(purchase, texts),
  };
}

function nextText(purchase: PurchaseState, { say, sayOf }: Texts): string {
  const { status, error, transactionId } = purchase;
  const shown = shownStatus(purchase);
  if (shown === 'unread') return say('next.unread', { number: transactionId ?? '' });
  if (!error) return say(`next.${shown}`);
  if (confirming.includes(status)) return say('next.delayed');
  // The provider may have been open before it failed, so a payment is possible.
  const isOpen = status === 'awaiting-provider';
  if (isOpen && error.code === 'provider-unavailable') return say('next.interrupted');
  const isGivenUp = status === 'failed' || status === 'abandoned';
  if (isGivenUp && !tellingCodes.includes(error.code)) return say(`next.${shown}`);
  return sayOf('error', error.code);
}

type ShownStatus = PurchaseState['status'] | RefusedSale | 'unread';

/** The words for each reason of a `failed` purchase. */
const refusalStatuses: Readonly<Record<PurchaseRefusal, ShownStatus>> = {
  declined: 'failed',
  owned: 'owned',
  refused: 'refused',
  refunded: 'refunded',
  'unknown-transaction': 'refused',
};

/**
 * The status that the words are for. A return that is not read yet may be a payment. A preparation
 * that has stopped waits for the viewer.
 */
function shownStatus(purchase: PurchaseState): ShownStatus {
  const { status, refusal } = purchase;
  if (isUnreadPurchase(purchase)) return 'unread';
  if (showsContinue(purchase)) return 'awaiting-provider';
  return refusal ? refusalStatuses[refusal] : status;
}

/** Whether the provider has answered, and the answer is not read yet. The viewer may have paid. */
export const isUnreadPurchase = ({ hasUnreadReturn, status }: PurchaseState): boolean =>
  hasUnreadReturn && !confirming.includes(status) && status !== 'granted';

/**
 * Whether the viewer can open the provider again. A page that was left while it prepared a payment
 * does not go on with it. While a return is not read, a second payment must wait.
 */
export function showsContinue(purchase: PurchaseState): boolean {
  const { status, error, changedAt } = purchase;
  if (isUnreadPurchase(purchase)) return false;
  if (status === 'awaiting-provider') return true;
  return status === 'preparing' && (error !== undefined || changedAt < pageLoadedAt());
}
