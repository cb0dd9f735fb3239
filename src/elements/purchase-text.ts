import { pageLoadedAt } from '../browser/page-loaded-at.ts';
import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { Texts } from './texts/texts.ts';

/** Errors after which a purchase has ended, and that say more than its status. */
const tellingCodes: readonly string[] = ['provider-unavailable', 'identity-changed'];

/** What is said of a purchase: its status, and what happens next. */
export function purchaseText(
  purchase: PurchaseState,
  { say, sayOf }: Texts,
): { readonly title: string; readonly text: string } {
  const { status, error } = purchase;
  const isGivenUp = status === 'failed' || status === 'abandoned';
  const shown = shownStatus(purchase);
  const sayError = error && (!isGivenUp || tellingCodes.includes(error.code));
  return {
    title: say(`purchase.${shown}`),
    text: sayError ? sayOf('error', error.code) : say(`next.${shown}`),
  };
}

/**
 * The status that the words are for. A provider declines a payment. The platform refuses a sale
 * before there is a transaction. A preparation that has stopped waits for the viewer.
 */
function shownStatus(purchase: PurchaseState): PurchaseState['status'] | 'owned' | 'refused' {
  const { status, error, transactionId } = purchase;
  if (showsContinue(purchase)) return 'awaiting-provider';
  if (status === 'abandoned' && error?.hint === 'declined') return 'failed';
  if (status !== 'failed' || transactionId) return status;
  return saysOwned(error?.hint) ? 'owned' : 'refused';
}

/** Whether a hint of the platform says that the viewer owns the item. `ownage` is an operation. */
export const saysOwned = (hint = ''): boolean => /\bown(s|ed)?\b/i.test(hint);

/**
 * Whether the viewer can open the provider again. A page that was left while it prepared a payment
 * does not go on with it.
 */
export const showsContinue = ({ status, error, changedAt }: PurchaseState): boolean =>
  status === 'awaiting-provider' ||
  (status === 'preparing' && (error !== undefined || changedAt < pageLoadedAt()));
