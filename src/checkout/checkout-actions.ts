import { copyValues } from '../contract/copy-values.ts';
import type { OfferTerms } from '../dialect/item-state-reader.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import { checkSignal } from '../errors/check-signal.ts';
import { deniedAt } from '../item/item-state.ts';
import type { Offer } from '../item/offer.ts';
import { mayAskAgain } from '../item/reset-items.ts';
import type { RequestOptions } from '../session/request.ts';
import { userKey } from '../session/state/session-state.ts';
import type { BuyValues, CheckoutBuyOptions, Click } from './buy/buy-values.ts';
import type { CheckoutContext } from './context.ts';
import { loadOperations } from './load-operations.ts';
import type {
  CancelValues,
  ExternalValues,
  InAppValues,
  operations,
  PaymentResult,
  UpgradeValues,
  VoucherValues,
} from './operations/operations.ts';
import type { Provider } from './providers/provider.ts';
import { focusWindow } from './providers/shown-windows.ts';
import type { Display } from './purchase/display.ts';
import type { Purchase } from './purchase/handle.ts';
import { journalUnavailable } from './purchase/journal.ts';
import { isSameItem } from './purchase/purchase-record.ts';
import type { PaymentReturn } from './return/handle-returns.ts';
import type { UnknownReturn } from './return/unknown-returns.ts';
import type { Receipt } from './selling.ts';

/** Purchases, vouchers, subscriptions and receipts. */
export interface Checkout {
  /**
   * Buys an offer: an item, or a subscription. The purchase is written first, and continues after
   * reloads. The same purchase joins the open one. Call it in the click: a payment window is opened
   * at once. Without an offer, give the fields of `POST /payment/preparetransaction`.
   * @throws `input`, `static-session`, `login-required`, `purchase-in-progress`,
   *   `provider-unavailable`, `journal-unavailable`: nothing was sent.
   * @example const [offer] = await checkout.offers(); // before the click
   *   button.onclick = () => checkout.buy(offer, { provider: 'demo' });
   */
  readonly buy: {
    (offer: OfferTerms, options: CheckoutBuyOptions): Promise<Purchase>;
    (values: BuyValues): Promise<Purchase>;
  };
  /**
   * The offers of the domain's price model: `ppv` and `ownage` of single items, subscriptions, and
   * the price of an `upgrade`. It opens the session. Empty without `init: { addPriceModel: true }`.
   * The offers of one item are in `item.$state`.
   * @example const offers = await checkout.offers();
   *   for (const offer of offers) console.log(offer.operation, formatPrice(offer));
   */
  readonly offers: () => Promise<readonly Offer[]>;
  /**
   * The payment providers of the page, in their order: those of `createUsher` and `configure`. It
   * lets a page offer the choice.
   * @example for (const { name, label = name } of checkout.providers()) addButton(label);
   */
  readonly providers: () => readonly Pick<Provider, 'name' | 'type' | 'label'>[];
  /**
   * Redeems a code (`POST /payment/redeemvoucher`): exactly one of `vouchercode` and
   * `referencecode`. Never repeated automatically.
   * @throws `input`, `not-found`, `platform` (410: used up or expired). After `timeout`, `network`,
   *   `aborted`, `malformed` and a status of 500 or more the outcome is unknown: check the item
   *   before you repeat the call.
   * @example const bought = await checkout.redeemVoucher({ vouchercode: 'SUMMER' });
   *   console.log(bought.operation, bought.expiresAt);
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
   *   no proof that it failed for this user, `journal-unavailable` when the journal cannot be read
   *   or written, `aborted` when the page was frozen before it could send the call: nothing was
   *   sent; `malformed` when the answer names another transaction; `input`, `platform` (409).
   */
  readonly deleteFailedTransaction: (
    values: CancelValues,
    options?: RequestOptions,
  ) => Promise<PaymentResult>;
  /**
   * The granted purchases of this device and user.
   * @throws `static-session`, when there is no session; `journal-unavailable`, when the journal
   *   cannot be read.
   */
  readonly receipts: () => Promise<readonly Receipt[]>;
  /**
   * The user's subscriptions: the result of the publisher's `listSubscriptions`, else those among
   * the receipts that last or renew themselves, the newest first. One that renews itself has the
   * end of the last period that this device knows.
   * @throws `identity-changed`, `static-session`, `journal-unavailable`; `timeout`:
   *   `listSubscriptions` gave no list within 30 s. Its own error is passed on.
   */
  readonly subscriptions: () => Promise<readonly Receipt[]>;
  /**
   * Returns an open or recent purchase by its ID, for a page that was loaded after it began.
   * `undefined` when there is none, or when it is a settled one of another viewer.
   * @throws `journal-unavailable`, when the journal cannot be read, and this page does not know the
   *   purchase.
   */
  readonly purchase: (id: string) => Promise<Purchase | undefined>;
  /**
   * The purchase of this page's own return from a provider. `undefined` without a return. A return
   * that belongs to no purchase of this browser has the `id` `null`, and what the provider sent.
   * For a return page.
   * @throws `aborted`, when the runtime is disposed of.
   * @example const arrival = await checkout.paymentReturn();
   *   if (arrival?.id === null) finishByHand(arrival.parameters());
   */
  readonly paymentReturn: () => Promise<PaymentReturn | UnknownReturn | undefined>;
  /**
   * The same, as soon as the return is in the journal. From then on the page may be left. It waits
   * while the journal cannot be written. The page must not be left then.
   * @throws `aborted`, when the runtime is disposed of.
   */
  readonly storedPaymentReturn: () => Promise<PaymentReturn | UnknownReturn | undefined>;
  /**
   * The last returns to this browser that belong to no purchase of it, at most five, the newest
   * last. `forget()` erases those that are older than 30 days. Empty when they cannot be read.
   */
  readonly unknownReturns: () => Promise<readonly UnknownReturn[]>;
}

type BuyWith = (values: BuyValues, click: Click) => Promise<Purchase>;

/** Creates the actions whose code is part of checkout, or is loaded with the first of them. */
export function createCheckoutActions(
  context: CheckoutContext,
  display: Display,
  buyWith: BuyWith,
): Omit<Checkout, 'paymentReturn' | 'storedPaymentReturn' | 'unknownReturns'> {
  return {
    buy(offer: OfferTerms | BuyValues, options?: CheckoutBuyOptions) {
      const values = copyValues({ ...offer, ...options } as BuyValues);
      return buyWith(values, {
        popup: focusWindow(context, values) ?? context.openNewWindow(values),
        askedBy: userKey(context.session.$user.get()),
        clickedAt: context.browser.clock.now(),
        checkedAt: checkedAtOf(context, values),
      });
    },
    ...createOperations(context),
    offers: async () => (await loadForCall(context)).listOffers(context),
    providers: () => context.selling.providers ?? [],
    receipts: async () => (await loadForCall(context)).listReceipts(context),
    subscriptions: async () => (await loadForCall(context)).listSubscriptions(context),
    purchase: async (id) => {
      const records = await context.purchases.read();
      // The journal may have a purchase that this page does not know.
      if (!records && !context.purchases.find(id)) throw journalUnavailable('read');
      return display.purchase(id);
    },
  };
}

/**
 * Loads the operations for a call of the page.
 * @throws {AbortedError} `aborted`: everything was erased since. No session is opened for the call.
 */
async function loadForCall(context: CheckoutContext): ReturnType<typeof loadOperations> {
  const viewerSignal = context.session.context.viewerController.signal;
  const loaded = await loadOperations(context);
  if (viewerSignal.aborted && !mayAskAgain(context.session)) throw new AbortedError([viewerSignal]);
  return loaded;
}

/**
 * When the platform last told this page that an item is not granted. If the page has several
 * handles of it, the oldest such answer counts, because the viewer may see that one. `null` without
 * one.
 */
function checkedAtOf({ items }: CheckoutContext, values: BuyValues): number | null {
  const times = Array.from(items.known.values())
    .filter(({ internals: { reference, globalId } }) =>
      isSameItem({ values: reference, names: { globalId } }, { values, names: values }),
    )
    .map(({ internals }) => deniedAt(internals.$state.get()) ?? Infinity);
  const oldest = Math.min(...times);
  return oldest < Infinity ? oldest : null;
}

type OperationName = keyof typeof operations | 'deleteFailedTransaction';

/** Calls that are sent once, for the user and with the values at the moment of the call. */
function createOperations(context: CheckoutContext): Pick<Checkout, OperationName> {
  const operation =
    <Values extends object>(name: OperationName) =>
    async (given: Values, givenOptions?: RequestOptions): Promise<PaymentResult> => {
      checkSignal(`checkout.${name}`, givenOptions?.signal);
      const values = copyValues(given) as never; // each name has its own values
      const options = { ...givenOptions, askedBy: userKey(context.session.$user.get()) };
      const loaded = await loadOperations(context, options.signal);
      return name === 'deleteFailedTransaction'
        ? loaded.deleteFailedTransaction(context, values, options)
        : loaded.operate(context, loaded.operations[name](values), options);
    };
  return {
    redeemVoucher: operation('redeemVoucher'),
    verifyInAppPurchase: operation('verifyInAppPurchase'),
    addExternalSubscription: operation('addExternalSubscription'),
    upgradeSubscription: operation('upgradeSubscription'),
    stopRenewal: operation('stopRenewal'),
    deleteFailedTransaction: operation('deleteFailedTransaction'),
  };
}
