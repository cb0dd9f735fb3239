import { returnMark } from '../../payment-return/store-return.ts';
import type { Popup } from '../../browser/payment-window.ts';
import type { Tab } from '../../browser/tab.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { record, replace } from '../context.ts';
import type { Context } from '../context.ts';
import { intentOf, isSameDeal } from '../purchase/purchase-record.ts';
import type { PurchaseRecord, PrepareValues } from '../purchase/purchase-record.ts';
import type { Payment, Provider } from './provider.ts';
import { ownershipOf } from '../purchase/ownership.ts';
import { handleOutcome } from '../handle-outcome.ts';
import { advance } from '../purchase/purchase.ts';
import { shortHint } from './short-hint.ts';

/** The provider of a name. */
export function providerOf(
  { selling: { providers = [] } }: Pick<Context, 'selling'>,
  name: string | undefined,
): Provider | undefined {
  return providers.find((provider) => provider.name === name);
}

/** An address of http(s), without user info. `undefined` when it is none. */
function webAddress(text: string, base?: string): URL | undefined {
  try {
    const url = new URL(text, base);
    return /^https?:$/.test(url.protocol) && !url.username && !url.password ? url : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Where a provider sends the viewer back to: a page of this origin, without fragment. `undefined`
 * when it would lead elsewhere.
 */
export function returnAddress({ href }: Tab, provider: Provider): URL | undefined {
  const url = webAddress(('returnUrl' in provider && provider.returnUrl) || href(), href());
  if (url?.origin !== new URL(href()).origin) return undefined;
  url.hash = '';
  return url;
}

/**
 * Sends the viewer to the provider; in-page, takes the payment. What keeps it from opening gives
 * the purchase up: nothing was paid.
 */
export async function openProvider(
  context: Context,
  entry: PurchaseRecord,
  popup: Popup,
): Promise<void> {
  const { id } = entry;
  const provider = providerOf(context, entry.values.provider)!;
  try {
    const payment = paymentOf(context, entry, provider);
    if (provider.type === 'in-page') {
      if (!(await leave(context, entry, provider))) return closeWindow(popup);
      const shown = { closed: false };
      context.windows.set(id, shown);
      const outcome = await provider
        .pay(payment, { signal: context.session.signal() })
        .finally(() => {
          shown.closed = true;
        });
      await handleOutcome(context, id, outcome);
      return;
    }
    if (popup) context.blank.set(id, popup);
    else if (context.page.isForeignFrame()) {
      throw new UsherError(
        'provider-unavailable',
        'A frame of another site cannot send the viewer away',
      );
    }
    const url = webAddress(await provider.url(payment));
    if (!url) {
      throw new UsherError(
        'provider-unavailable',
        `${provider.name}: its address is not of http(s)`,
      );
    }
    if (!(await leave(context, entry, provider))) return closeWindow(popup);
    if (popup && !popup.closed) {
      context.windows.set(id, popup);
      context.blank.delete(id);
      popup.location.replace(url.href);
    } else context.page.go(url.href);
  } catch (error) {
    closeWindow(popup);
    const trouble = { code: 'provider-unavailable', hint: shortHint(error) };
    const isOpened = context.entries.some((each) => each.id === id && each.leftAt !== undefined);
    // Once the provider was open, a payment is possible.
    await record(
      context,
      id,
      isOpened ? { type: 'unanswered', trouble } : { type: 'dropped', trouble },
    ).catch(() => {});
  }
}

/**
 * Writes down that the provider is opened; `false` when another tab has just done so, the purchase
 * has gone on, or its viewer has changed.
 */
async function leave(
  context: Context,
  { id, leftAt, owner }: PurchaseRecord,
  provider: Provider,
): Promise<boolean> {
  const {
    journal,
    session,
    browser: { clock },
  } = context;
  if (!session.viewer()) await session.ready().catch(() => {}); // a lost session is being replaced
  let isOurs = false;
  await journal.change((all) =>
    replace(all, id, (entry) => {
      isOurs = entry.leftAt === leftAt && entry.step === 'awaiting-provider';
      return isOurs
        ? advance(
            entry,
            { type: 'left', isReadByName: !('read' in provider && provider.read) },
            clock.now(),
          )
        : entry;
    }),
  );
  return isOurs && ownershipOf(context, { owner }) === 'own';
}

function paymentOf(
  { page, settings }: Context,
  { values, transactionID, state }: PurchaseRecord,
  provider: Provider,
): Payment {
  const { operation, item, streamtype, amount, currency } = values;
  const back = returnAddress(page, provider)!;
  return {
    transactionID: transactionID!,
    operation: operation!,
    item: item === undefined ? undefined : String(item),
    streamtype,
    amount: amount!,
    currency: currency!,
    // At the end, so that all that the provider adds stands behind it.
    returnUrl: `${back.href}${back.search ? '&' : '?'}${returnMark(settings.domain)}${state!}`,
  };
}

/**
 * Closes the blank windows of purchases that go to no provider any more; all of them where
 * `entries` is empty.
 */
export function closeBlankWindows({ blank }: Context, entries: readonly PurchaseRecord[]): void {
  for (const [id, popup] of Array.from(blank)) {
    if (entries.some((entry) => entry.id === id && isPaidNext(entry))) continue;
    blank.delete(id);
    popup.close();
  }
}

const isPaidNext = ({ step }: PurchaseRecord): boolean =>
  step === 'preparing' || step === 'awaiting-provider';

/**
 * Shows the payment window of an open purchase that is the same deal; `false` where it has none.
 * For a click, before anything is awaited.
 */
export function focusWindow(context: Context, values: PrepareValues): boolean {
  const entry = context.entries.find(
    (each) =>
      ownershipOf(context, each) === 'own' &&
      isPaidNext(each) &&
      intentOf(each.values) === intentOf(values) &&
      isSameDeal(each.values, values),
  );
  const known = entry && context.windows.get(entry.id);
  if (!known?.focus || known.closed) return false;
  known.focus();
  return true;
}

/** A payment window that was opened in the click, and is not needed. */
export const closeWindow = (popup: Popup): void => {
  if (popup) popup.close();
};
