import type { Popup } from '../browser/payment-window.ts';
import type { Values } from '../contract/encode-fields.ts';
import type { Answer } from '../dialect/envelope.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import type { RequestOptions } from '../session/calls/request.ts';
import type { SavedSession } from '../session/saved-session.ts';
import type { PaymentReturn } from './arrive.ts';
import { begin } from './buy.ts';
import type { BuyValues } from './buy-values.ts';
import { createContext } from './context.ts';
import type { CheckoutOptions, Context } from './context.ts';
import { createDisplay } from './purchase/display.ts';
import type { Display } from './purchase/display.ts';
import type { Forgotten } from './operations/erase.ts';
import type { Purchase } from './purchase/handle.ts';
import type {
  CancelValues,
  ExternalValues,
  InAppValues,
  PaymentResult,
  UpgradeValues,
  VoucherValues,
} from './operations/operations.ts';
import { closeBlankWindows, focusWindow } from './providers/open-provider.ts';
import { identityChanged } from './purchase/ownership.ts';
import { readReturns } from './read-returns.ts';
import { watchReturns } from './returns.ts';
import type { Receipt } from './selling.ts';
import { recoverPurchases, startPurchaseScheduler, retryNow } from './scheduler.ts';

/** Purchases, vouchers, subscriptions and receipts. */
export interface Checkout {
  /**
   * Buys an item, or a subscription. The purchase is written first, and continues after reloads.
   * The same purchase joins the open one. Call it in the click: a payment window is opened at once.
   * @throws `input`, `static-session`, `login-required`, `purchase-in-progress`,
   *   `provider-unavailable`, `journal-unavailable`: nothing was sent.
   * @example const purchase = await checkout.buy({ operation: 'subscription', amount: 799,
   *   currency: 'EUR', subscriptionDuration: 1, provider: 'demo' });
   */
  readonly buy: (values: BuyValues) => Promise<Purchase>;
  /**
   * Redeems a code (`POST /payment/redeemvoucher`): exactly one of `vouchercode` and
   * `referencecode`. Never repeated automatically.
   * @throws `input`, `not-found`, `platform` (410: used up or expired), `timeout`, `network`: the
   *   outcome of the last two is unknown, so check the items.
   * @example const { operation, until } = await checkout.redeemVoucher({ vouchercode: 'SUMMER' });
   */
  readonly redeemVoucher: (
    values: VoucherValues,
    options?: RequestOptions,
  ) => Promise<PaymentResult>;
  /**
   * Verifies a receipt of an app store (`POST /payment/verifyinapptransaction`). Never repeated
   * automatically.
   * @throws `input`, `platform` (402: it is not valid).
   */
  readonly verifyInAppPurchase: (
    values: InAppValues,
    options?: RequestOptions,
  ) => Promise<PaymentResult>;
  /**
   * Registers a subscription that an external operator manages (`POST
   * /payment/addexternalsubscription`).
   * @throws `input`, `platform`.
   */
  readonly addExternalSubscription: (
    values: ExternalValues,
    options?: RequestOptions,
  ) => Promise<PaymentResult>;
  /**
   * Makes a subscription premium, with the same dates (`POST /payment/upgradesubscription`).
   * @throws `input`, `platform`.
   */
  readonly upgradeSubscription: (
    values: UpgradeValues,
    options?: RequestOptions,
  ) => Promise<PaymentResult>;
  /**
   * Stops the renewal of a subscription. It lasts to its end (`DELETE /payment/cancelsubscription`
   * with `cancelTransaction` 0).
   * @throws `input`, `platform`.
   */
  readonly stopRenewal: (values: CancelValues, options?: RequestOptions) => Promise<PaymentResult>;
  /**
   * Completely deletes a transaction that failed in processing (`DELETE
   * /payment/cancelsubscription` with `cancelTransaction` 1).
   * @throws `purchase-in-progress` while it is open, `unknown-transaction` when this device has
   *   no proof that it failed: nothing was sent; `input`, `platform` (409).
   */
  readonly deleteFailedTransaction: (
    values: CancelValues,
    options?: RequestOptions,
  ) => Promise<PaymentResult>;
  /** The settled purchases of this device and user. */
  readonly receipts: () => Promise<readonly Receipt[]>;
  /**
   * The user's subscriptions: the result of the publisher's `listSubscriptions`, else those among
   * the receipts.
   * @throws `identity-changed`.
   */
  readonly subscriptions: () => Promise<readonly Receipt[]>;
  /**
   * Returns an open or recent purchase by its ID, for a page that was loaded after it began.
   * `undefined` when there is none, or when it is a settled one of another viewer.
   */
  readonly purchase: (id: string) => Promise<Purchase | undefined>;
  /**
   * The purchase of this page's own return from a provider. `undefined` without a return, or when
   * it belongs to no purchase. For a return page.
   */
  readonly returned: () => Promise<PaymentReturn | undefined>;
  /**
   * The same, as soon as the return is in the journal. From then on the page may be left. It waits
   * while the journal cannot be written. The page must not be left then.
   */
  readonly written: () => Promise<PaymentReturn | undefined>;
}

/** Checkout with the members that only the runtime uses. */
export interface OwnCheckout extends Checkout {
  readonly buyWith: (values: BuyValues, popup: Popup) => Promise<Purchase>;
  /** Shows the open payment window of the same purchase. `false` when there is none. */
  readonly focusWindow: (values: BuyValues) => boolean;
  readonly callRaw: (name: string, values: Values, options?: RequestOptions) => Promise<Answer>;
  /** Reads the journal after a signal of another tab, or a wake. */
  readonly readChanges: (isOnline: boolean) => void;
  /**
   * Erases settled purchases, for `forget()` and withdrawn consent. `viewer` is the session before
   * that.
   * @throws `journal-unavailable`.
   */
  readonly erase: (viewer: SavedSession | undefined) => Promise<Forgotten>;
}

export function createCheckout(options: CheckoutOptions): OwnCheckout {
  const { session, settings } = options;
  if (session.context.disposed) throw new AbortedError();
  const context = createContext(options);
  const life = new AbortController();
  const display = createDisplay(context, life.signal);
  const returns = watchReturns(context);
  context.changed = () => showChange(context, display);
  settings.entry.findReturns = returns.findReturns;
  const stops = [
    startPurchaseScheduler(context),
    returns.stop,
    () => context.windows.closeBlank(() => false),
    session.onChange(() => {
      if (!session.context.disposed) return context.changed();
      life.abort();
      for (const stop of stops) stop();
    }),
  ];
  returns.findReturns();
  void returns
    .taken()
    .then(() => recoverPurchases(context))
    .catch(() => {}); // without a session no purchase continues
  const buyWith: OwnCheckout['buyWith'] = async (values, popup) => {
    const purchase = display.purchase(await begin(context, values, popup));
    if (!purchase) throw identityChanged(); // the viewer changed right after it was written
    return purchase;
  };
  return {
    ...createActions(context, display, buyWith),
    returned: returns.taken,
    written: returns.written,
    buyWith,
    focusWindow: (values) => focusWindow(context, values),
    ...createInternals(context),
  };
}

/** Shows the purchases of the journal, and continues those that are due. */
function showChange(context: Context, display: Display): void {
  if (context.session.context.disposed) return;
  display.refresh();
  closeBlankWindows(context);
  context.schedule();
  void readReturns(context);
}

function createActions(
  context: Context,
  display: Display,
  buyWith: OwnCheckout['buyWith'],
): Omit<Checkout, 'returned' | 'written'> {
  const { purchases, loadChunk } = context;
  const loadOperations = (_values: unknown, options?: RequestOptions) =>
    loadChunk('operations', () => import('./operations/operations.ts'), [options?.signal]);
  const loadDeletion = (_values: unknown, options?: RequestOptions) =>
    loadChunk('operations', () => import('./operations/delete-failed.ts'), [options?.signal]);
  const loadReceipts = () => loadChunk('operations', () => import('./operations/receipts.ts'));
  return {
    buy: (values) => buyWith(values, context.openWindow(values)),
    redeemVoucher: async (...given) =>
      (await loadOperations(...given)).redeemVoucher(context, ...given),
    verifyInAppPurchase: async (...given) =>
      (await loadOperations(...given)).verifyInAppPurchase(context, ...given),
    addExternalSubscription: async (...given) =>
      (await loadOperations(...given)).addExternalSubscription(context, ...given),
    upgradeSubscription: async (...given) =>
      (await loadOperations(...given)).upgradeSubscription(context, ...given),
    stopRenewal: async (...given) =>
      (await loadOperations(...given)).stopRenewal(context, ...given),
    deleteFailedTransaction: async (...given) =>
      (await loadDeletion(...given)).deleteFailedTransaction(context, ...given),
    receipts: async () => (await loadReceipts()).listReceipts(context),
    subscriptions: async () => (await loadReceipts()).listSubscriptions(context),
    purchase: async (id) => {
      await purchases.read();
      return display.purchase(id);
    },
  };
}

function createInternals(context: Context): Pick<OwnCheckout, 'callRaw' | 'readChanges' | 'erase'> {
  const { purchases, loadChunk } = context;
  return {
    callRaw: async (name, values, options) =>
      (
        await loadChunk('operations', () => import('./operations/raw.ts'), [options?.signal])
      ).callRaw(context, name, values, options),
    readChanges(isOnline) {
      void purchases.read().then(() => {
        if (isOnline) retryNow(context);
      });
    },
    erase: async (viewer) =>
      (await loadChunk('operations', () => import('./operations/erase.ts'))).erase(context, viewer),
  };
}
