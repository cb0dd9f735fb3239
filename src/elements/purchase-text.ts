import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { Texts } from './texts/texts.ts';

/** Errors after which a purchase has ended, and that say more than its status. */
const tellingCodes: readonly string[] = ['provider-unavailable', 'identity-changed'];

/** What is said of a purchase: its status, and what happens next. */
export function purchaseText(
  { status, error }: PurchaseState,
  { say, sayOf }: Texts,
): { readonly title: string; readonly text: string } {
  const isGivenUp = status === 'failed' || status === 'abandoned';
  const isDeclined = status === 'abandoned' && error?.hint === 'declined';
  const shown = isDeclined ? 'failed' : status;
  const sayError = error && (!isGivenUp || tellingCodes.includes(error.code));
  return {
    title: say(`purchase.${shown}`),
    text: sayError ? sayOf('error', error.code) : say(`next.${shown}`),
  };
}

/** Whether the viewer can open the provider again. */
export const showsContinue = ({ status, error }: PurchaseState): boolean =>
  status === 'awaiting-provider' || (status === 'preparing' && error !== undefined);
