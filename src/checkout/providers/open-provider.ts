import { returnMark } from '../return/store-return.ts';
import type { Popup } from '../../browser/payment-window.ts';
import { prepareValuesOf, type BuyValues } from '../buy/buy-values.ts';
import type { Context } from '../context.ts';
import { ownershipOf } from '../purchase/ownership.ts';
import { isSameDeal } from '../purchase/deal.ts';
import {
  intentOf,
  isUnpaidYet,
  type PurchaseRecord,
  type StoredError,
} from '../purchase/purchase-record.ts';
import { returnAddress, withoutReturn } from './address.ts';
import { providerOf } from './find-provider.ts';
import { providerKinds } from './kinds.ts';
import type { Opening } from './opening.ts';
import type { Payment, Provider } from './provider.ts';
import { shortHint } from './short-hint.ts';
import { nothing } from '../../browser/nothing.ts';

/**
 * Opens the provider. An in-page provider takes the payment. An error before it is open abandons
 * the purchase, because nothing was paid.
 */
export async function openProvider(
  context: Context,
  record: PurchaseRecord,
  popup: Popup,
): Promise<void> {
  const { id } = record;
  const { purchases } = context;
  try {
    const name = record.values.provider;
    const provider = providerOf(context, name);
    // The page may have configured others since the purchase was begun.
    if (!provider) throw new Error(`There is no provider ${name} any more`);
    // Each kind opens providers of its own type.
    const open = providerKinds[provider.type].open as (opening: Opening) => Promise<void>;
    await open({ context, record, provider, payment: paymentOf(context, record, provider), popup });
  } catch (error) {
    popup.close();
    const stored: StoredError = { code: 'provider-unavailable', hint: shortHint(error) };
    // A payment is possible as soon as the provider was opened.
    const isOpened = purchases.find(id)?.providerOpenedAt !== undefined;
    await purchases
      .apply(
        id,
        isOpened ? { type: 'unanswered', error: stored } : { type: 'abandoned', error: stored },
      )
      .catch(nothing);
  }
}

function paymentOf(
  { page, settings }: Context,
  { values, transactionID, state }: PurchaseRecord,
  provider: Provider,
): Payment {
  const { operation, item, streamtype, amount, currency } = values;
  const mark = returnMark(settings.domain);
  const back = withoutReturn(returnAddress(page, provider)!.href, mark);
  return {
    transactionId: transactionID!,
    operation: operation!,
    item: item === undefined ? undefined : String(item),
    streamtype,
    amount: amount!,
    currency: currency!,
    // Our parameter is the last one, so that the parameters of the provider follow it.
    returnUrl: `${back}${back.includes('?') ? '&' : '?'}${mark}${state!}`,
  };
}

/**
 * Closes the blank windows of purchases that no longer go to a provider, and the windows in which
 * an abandoned purchase could still be paid: the viewer may buy the same again.
 */
export function closeUnneededWindows({ windows, purchases }: Context): void {
  windows.closeShown((id) => purchases.find(id)?.step === 'abandoned');
  windows.closeBlank((id) => {
    const record = purchases.find(id);
    return !!record && isUnpaidYet(record);
  });
}

/**
 * Shows the payment window of an open purchase with the same terms. `false` when there is none.
 * Call it in the click, before any `await`.
 */
export function focusWindow(context: Context, given: BuyValues): boolean {
  const values = prepareValuesOf(given);
  const record = context.purchases
    .all()
    .find(
      (each) =>
        ownershipOf(context, each) === 'own' &&
        isUnpaidYet(each) &&
        intentOf(each.values) === intentOf(values) &&
        isSameDeal(each.values, values),
    );
  const known = record && context.windows.find(record.id);
  if (!known?.focus || known.closed) return false;
  known.focus();
  return true;
}
