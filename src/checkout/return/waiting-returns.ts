import type { CheckoutContext } from '../context.ts';
import {
  isSameIntent,
  isUnread,
  type Intent,
  type PurchaseRecord,
} from '../purchase/purchase-record.ts';
import { stateOf, type RawReturn } from './raw-return.ts';

/**
 * Whether a return of the purchase has not been read: it is in the journal, on this page or in the
 * text stores. It may be a payment: a purchase with one is not abandoned. `collectLostReturns`
 * finds the returns that only IndexedDB has.
 */
export const hasUnreadReturn = (
  { inbox }: Pick<CheckoutContext, 'inbox'>,
  record: PurchaseRecord,
): boolean => isUnread(record) || inbox.read().some(({ text }) => stateOf(text) === record.state);

/**
 * Finds the purchase of the same viewer and intent whose return has not been read. The viewer may
 * have paid already, so the provider must not be opened for another payment.
 */
export const findUnread = (
  context: Pick<CheckoutContext, 'inbox'>,
  records: readonly PurchaseRecord[],
  bought: Pick<PurchaseRecord, 'owner'> & Intent,
): PurchaseRecord | undefined =>
  records.find(
    (record) =>
      record.owner === bought.owner &&
      record.step !== 'granted' &&
      isSameIntent(record, bought) &&
      hasUnreadReturn(context, record),
  );

/**
 * Erases returns from the inbox. Resolves after the first attempt. Repeats it while the page is
 * open, until it succeeds.
 */
export async function removeReturns(
  context: CheckoutContext,
  returns: readonly RawReturn[],
): Promise<void> {
  const { inbox, retryQueue } = context;
  if (!returns.length) return;
  await inbox.remove(returns).catch(() => {
    retryQueue.push(() => removeReturns(context, returns));
    context.schedule();
  });
}

/**
 * Shows in their purchases that returns wait in the inbox, because the journal refuses them, or
 * that they are written.
 */
export function showWaiting(
  context: CheckoutContext,
  returns: readonly RawReturn[],
  progress: 'waiting' | 'written',
): void {
  const isWaiting = progress === 'waiting';
  const states = returns.map(({ text }) => stateOf(text));
  const changed = states.filter((state) => context.returns.isWaiting(state) !== isWaiting);
  for (const state of changed) context.returns.setWaiting(state, isWaiting);
  if (changed.length) context.changed();
}
