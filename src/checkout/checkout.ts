import { openPaymentWindow } from '../browser/payment-window.ts';
import type { Popup } from '../browser/payment-window.ts';
import type { Values } from '../contract/encode-fields.ts';
import type { Answer } from '../dialect/envelope.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import type { RequestOptions } from '../session/request.ts';
import { arrive, listenToWindows } from './arrive.ts';
import type { Arrival } from './arrive.ts';
import { begin } from './buy.ts';
import type { BuyValues } from './buy.ts';
import { createContext, ownerOf } from './context.ts';
import type { CheckoutOptions, Context } from './context.ts';
import { createDisplay } from './display.ts';
import type { Display } from './display.ts';
import { isOpen } from './entry.ts';
import type { Purchase } from './handle.ts';
import * as operations from './operations.ts';
import type { CancelValues, ExternalValues, InAppValues, Settled, UpgradeValues, VoucherValues } from './operations.ts';
import { providerOf } from './open-provider.ts';
import { purchaseState } from './purchase-state.ts';
import type { PurchaseState } from './purchase-state.ts';
import { callRaw } from './raw.ts';
import type { Receipt } from './selling.ts';
import { recoverPurchases, tendPurchases, tryAnew } from './tend.ts';

/** Buying and what belongs to it. */
export interface Checkout {
  /**
   * Buys an item, or a subscription. It is written down first, and goes on over reloads; the same again joins what is open. A payment window is
   * opened at once, so call it in the click.
   * @throws `input`, `static-session`, `login-required`, `purchase-in-progress`, `provider-unavailable`, `journal-unavailable`: nothing was sent then.
   * @example const purchase = await checkout.buy({ operation: 'subscription', amount: 799, currency: 'EUR', subscriptionDuration: 1, provider: 'demo' });
   */
  readonly buy: (values: BuyValues) => Promise<Purchase>;
  /**
   * Redeems a code (`POST /payment/redeemvoucher`): exactly one of `vouchercode` and `referencecode`. Never repeated by itself.
   * @throws `input`, `not-found`, `platform` (410: used up or expired), `timeout`, `network`: then nobody knows, and items are worth a check.
   * @example const { operation, until } = await checkout.redeemVoucher({ vouchercode: 'SUMMER' });
   */
  readonly redeemVoucher: (values: VoucherValues, options?: RequestOptions) => Promise<Settled>;
  /** Has a receipt of an app store verified (`POST /payment/verifyinapptransaction`). Never repeated by itself. @throws `input`, `platform` (402: it does not verify). */
  readonly verifyInAppPurchase: (values: InAppValues, options?: RequestOptions) => Promise<Settled>;
  /** Registers a subscription that an outside operator manages (`POST /payment/addexternalsubscription`). @throws `input`, `platform`. */
  readonly addExternalSubscription: (values: ExternalValues, options?: RequestOptions) => Promise<Settled>;
  /** Makes a subscription premium; its timings stay (`POST /payment/upgradesubscription`). @throws `input`, `platform`. */
  readonly upgradeSubscription: (values: UpgradeValues, options?: RequestOptions) => Promise<Settled>;
  /** A subscription does not extend any more; it lasts to its end (`DELETE /payment/cancelsubscription` with `cancelTransaction` 0). @throws `input`, `platform`. */
  readonly stopRenewal: (values: CancelValues, options?: RequestOptions) => Promise<Settled>;
  /**
   * Deletes a transaction that failed in processing, the whole of it (`DELETE /payment/cancelsubscription` with `cancelTransaction` 1).
   * @throws `purchase-in-progress` while it is open, `unknown-transaction` where this device has no proof that it failed: nothing was sent then; `input`, `platform` (409).
   */
  readonly deleteFailedTransaction: (values: CancelValues, options?: RequestOptions) => Promise<Settled>;
  /** What this device and user settled. */
  readonly receipts: () => Promise<readonly Receipt[]>;
  /** The user's subscriptions: as the publisher's `listSubscriptions` gives them, else those among the receipts. */
  readonly subscriptions: () => Promise<readonly Receipt[]>;
  /** An open or recent purchase by its ID, for a page that came after it was begun; `undefined` when there is none. */
  readonly purchase: (id: string) => Promise<Purchase | undefined>;
  /** What this page's own return from a provider was found to be; `undefined` when it is none, or belongs to no purchase. For a return page. */
  readonly returned: () => Promise<Arrival | undefined>;
}

/** The same, with what only the runtime uses. */
export interface OwnCheckout extends Checkout {
  readonly buyWith: (values: BuyValues, popup: Popup) => Promise<Purchase>;
  readonly callRaw: (name: string, values: Values, options?: RequestOptions) => Promise<Answer>;
  /** Another tab has rung, or the page woke. */
  readonly look: (isOnline: boolean) => void;
  /** Erases what is not open any more, or everything. Gives back what is open. */
  readonly erase: (everything: boolean) => Promise<readonly PurchaseState[]>;
}

export function createCheckout(options: CheckoutOptions, arrival: string | undefined): OwnCheckout {
  if (options.session.held.disposed) throw new AbortedError();
  const context = createContext(options);
  const life = new AbortController();
  const display = createDisplay(context, life.signal);
  context.changed = () => {
    display.refresh();
    context.tend();
  };
  const stops = [tendPurchases(context), listenToWindows(context), options.session.$session.listen(() => {
    if (options.session.held.disposed) {
      life.abort();
      for (const stop of stops) stop();
    } else context.changed();
  })];
  const returned = arrival ? arrive(context, arrival) : Promise.resolve(undefined);
  void returned.then(() => recoverPurchases(context)).catch(() => {}); // without a session nothing goes on
  const buyWith: OwnCheckout['buyWith'] = async (values, popup) => display.purchase(await begin(context, values, popup));
  return { ...createActions(context, display, buyWith), returned: () => returned, buyWith, ...createInternals(context) };
}

function createActions(context: Context, display: Display, buyWith: OwnCheckout['buyWith']): Omit<Checkout, 'returned'> {
  const { journal, selling } = context;
  const receipts = async (): Promise<readonly Receipt[]> => {
    await context.session.ready();
    const owner = ownerOf(context);
    return ((await journal.read()) ?? []).filter(({ step, owner: of, transactionID }) => step === 'granted' && of === owner && transactionID).map(({ transactionID, values: { operation = '', item }, until = null }) => ({
      transactionID: transactionID!, operation, item: item === undefined ? null : String(item), until,
    }));
  };
  return {
    buy: (values) => buyWith(values, providerOf(context, values?.provider)?.type === 'popup' ? openPaymentWindow() : undefined),
    redeemVoucher: (...given) => operations.redeemVoucher(context, ...given),
    verifyInAppPurchase: (...given) => operations.verifyInAppPurchase(context, ...given),
    addExternalSubscription: (...given) => operations.addExternalSubscription(context, ...given),
    upgradeSubscription: (...given) => operations.upgradeSubscription(context, ...given),
    stopRenewal: (...given) => operations.stopRenewal(context, ...given),
    deleteFailedTransaction: (...given) => operations.deleteFailedTransaction(context, ...given),
    receipts,
    subscriptions: async () => (selling.listSubscriptions ? selling.listSubscriptions() : (await receipts()).filter(({ operation }) => operation === 'subscription')),
    purchase: async (id) => ((await journal.read())?.some((entry) => entry.id === id) ? display.purchase(id) : undefined),
  };
}

function createInternals(context: Context): Pick<OwnCheckout, 'callRaw' | 'look' | 'erase'> {
  const { journal, bell } = context;
  return {
    callRaw: (name, values, options) => callRaw(context, name, values, options),
    look(isOnline) {
      void journal.read().then(() => {
        if (isOnline) tryAnew(context);
      });
    },
    async erase(everything) {
      const entries = (await journal.read()) ?? [];
      const open = entries.filter(isOpen);
      if (entries.length) await journal.change((all) => (everything ? [] : all.filter(isOpen)));
      if (everything || !open.length) bell.ring(null);
      return open.map((entry) => purchaseState(entry, entry.owner));
    },
  };
}
