import { nothing } from '../../browser/nothing.ts';
import type { Popup } from '../../browser/payment-window.ts';
import type { CheckoutContext } from '../context.ts';
import { advance } from '../purchase/machine.ts';
import { boughtItemText, type PreparedRecord } from '../purchase/purchase-record.ts';
import { changeRecord } from '../purchase/purchase-store.ts';
import type { StoredError } from '../purchase/stored-error.ts';
import { returnMark } from '../return/store-return.ts';
import { returnAddress, withoutReturn } from './address.ts';
import { providerOf } from './find-provider.ts';
import { providerKinds } from './kinds.ts';
import type { ProviderOpening } from './provider-opening.ts';
import type { Payment, Provider } from './provider.ts';
import { shortHint } from './short-hint.ts';

/**
 * Opens the provider. An in-page provider takes the payment. An error before it is open abandons
 * the purchase, because nothing was paid.
 */
export async function openProvider(
  context: CheckoutContext,
  record: PreparedRecord,
  popup: Popup,
): Promise<void> {
  const { id } = record;
  const { purchases, browser } = context;
  try {
    const name = record.values.provider;
    const provider = providerOf(context, name);
    // The page may have configured others since the purchase was begun.
    if (!provider) throw new Error(`There is no provider ${name} any more`);
    // Each kind opens providers of its own type.
    const open = providerKinds[provider.type].open as (opening: ProviderOpening) => Promise<void>;
    await open({ context, record, provider, payment: paymentOf(context, record, provider), popup });
  } catch (error) {
    popup.close();
    const stored: StoredError = { code: 'provider-unavailable', hint: shortHint(error) };
    await purchases
      .change((all) =>
        changeRecord(all, id, (now) => {
          // A payment is possible as soon as any tab has opened the provider.
          const type = now.providerOpenedAt === undefined ? 'abandoned' : 'unclear';
          return advance(now, { type, error: stored }, browser.clock.now());
        }),
      )
      .catch(nothing);
  }
}

function paymentOf(
  { tab, settings }: CheckoutContext,
  { values, transactionID, state }: PreparedRecord,
  provider: Provider,
): Payment {
  const { operation, streamtype, amount, currency } = values;
  const mark = returnMark(settings.domain);
  // A page without a web address can have providers that need no address to return to.
  const back = withoutReturn(returnAddress(tab, provider)?.href ?? tab.href(), mark);
  return {
    transactionId: transactionID,
    operation,
    item: boughtItemText(values) ?? undefined,
    streamtype: streamtype || undefined,
    amount,
    currency,
    // Our parameter is the last one, so that the parameters of the provider follow it.
    returnUrl: `${back}${back.includes('?') ? '&' : '?'}${mark}${state}`,
  };
}
