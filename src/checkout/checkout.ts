import { nothing } from '../browser/nothing.ts';
import type { Popup } from '../browser/payment-window.ts';
import type { Values } from '../contract/encode-fields.ts';
import type { Answer } from '../dialect/envelope.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import { identityChanged } from '../errors/identity-changed.ts';
import type { BuyValues, Click } from './buy/buy-values.ts';
import { createCheckoutActions, type Checkout } from './checkout-actions.ts';
import { createContext, type CheckoutContext, type CheckoutOptions } from './context.ts';
import { recoverPurchases, retryNow, startPurchaseScheduler } from './finish/scheduler.ts';
import { loadForClick, loadOperations } from './load-operations.ts';
import type { ViewerOptions } from './operations/call-for-viewer.ts';
import type { Forgotten, JournalErasure } from './operations/erase.ts';
import { closeUnneededWindows, focusWindow } from './providers/shown-windows.ts';
import { createDisplay, type Display } from './purchase/display.ts';
import type { Purchase } from './purchase/handle.ts';
import { readReturns } from './return/read-returns.ts';
import { watchReturns } from './return/returns.ts';
import { allUntilEnded } from './until-ended.ts';

/** Checkout with the members that only the runtime uses. */
export interface InternalCheckout extends Checkout {
  readonly buyWith: (values: BuyValues, click: Click) => Promise<Purchase>;
  /** Shows the open payment window of the same purchase. `undefined` when there is none. */
  readonly focusWindow: (values: BuyValues) => Popup | undefined;
  readonly callRaw: (name: string, values: Values, options: ViewerOptions) => Promise<Answer>;
  /**
   * Reads the journal after a signal of another tab, or a wake. `retryNow`: the page is online
   * again, so the requests that wait for a repeat are sent at once.
   */
  readonly readChanges: (options?: { readonly retryNow?: boolean }) => void;
  /** Finds returns that wait for the journal, or for a reading. */
  readonly findReturns: () => void;
  /**
   * Erases settled purchases, for `forget()` and withdrawn consent.
   * @throws `journal-unavailable`.
   */
  readonly erase: (erasure: JournalErasure) => Promise<Forgotten>;
}

export function createCheckout(options: CheckoutOptions): InternalCheckout {
  const { session } = options;
  const { disposal } = session.context;
  if (disposal.aborted) throw new AbortedError('disposed');
  const context = createContext(options);
  const display = createDisplay(context, disposal);
  const returns = watchReturns(context);
  context.onChanged(() => showChange(context, display));
  const stops = [
    startPurchaseScheduler(context),
    returns.stop,
    () => context.windows.closeBlank(() => false),
    session.onChange(() => {
      if (!disposal.aborted) return context.changed();
      for (const stop of stops) stop();
    }),
  ];
  void returns
    .start()
    .then(() => recoverPurchases(context))
    .catch(nothing); // without a session no purchase continues
  const buyWith: InternalCheckout['buyWith'] = async (values, click) => {
    const { buy } = await loadForClick(context, click);
    const purchase = display.purchase(await buy(context, values, click));
    if (!purchase) throw identityChanged(); // the viewer changed right after it was written
    return purchase;
  };
  return allUntilEnded<InternalCheckout>(disposal, {
    ...createCheckoutActions(context, display, buyWith),
    paymentReturn: returns.completed,
    storedPaymentReturn: returns.stored,
    unknownReturns: context.unknownReturns.list,
    findReturns: returns.findReturns,
    buyWith,
    focusWindow: (values) => focusWindow(context, values),
    ...createInternals(context),
  });
}

/** Shows the purchases of the journal, and continues those that are due. */
function showChange(context: CheckoutContext, display: Display): void {
  if (context.session.context.disposal.aborted) return;
  display.showAll();
  closeUnneededWindows(context);
  context.schedule();
  void readReturns(context);
}

function createInternals(
  context: CheckoutContext,
): Pick<InternalCheckout, 'callRaw' | 'readChanges' | 'erase'> {
  return {
    callRaw: async (name, values, options) =>
      (await loadOperations(context, options.signal)).callRaw(context, name, values, options),
    readChanges(options) {
      void context.purchases.read().then(() => {
        if (options?.retryNow) retryNow(context);
      });
    },
    erase: async (erasure) => (await loadOperations(context)).erase(context, erasure),
  };
}
