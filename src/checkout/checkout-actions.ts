import type { Offer } from '../dialect/item-state-reader.ts';
import type { RequestOptions } from '../session/calls/request.ts';
import type { PaymentReturn } from './arrive.ts';
import type { BuyValues, CheckoutBuyOptions } from './buy-values.ts';
import type { Context } from './context.ts';
import type {
  CancelValues,
  ExternalValues,
  InAppValues,
  PaymentResult,
  UpgradeValues,
  VoucherValues,
} from './operations/operations.ts';
import type { Provider } from './providers/provider.ts';
import type { Display } from './purchase/display.ts';
import type { Purchase } from './purchase/handle.ts';
import type { Receipt } from './selling.ts';

/** Purchases, vouchers, subscriptions and receipts. */
export interface Checkout {
  /**
   * Buys an offer: an item, or a subscription. The purchase is written first, and continues after
   * reloads. The same purchase joins the open one. Call it in the click: a payment window is opened
   * at once. Without an offer, give the fields of `POST /payment/preparetransaction`.
   * @throws `input`, `static-session`, `login-required`, `purchase-in-progress`,
   *   `provider-unavailable`, `journal-unavailable`: nothing was sent.
   * @example const [offer] = await checkout.offers();
   *   const purchase = await checkout.buy(offer, { provider: 'demo' });
   */
  readonly buy: {
    (offer: Offer, options: CheckoutBuyOptions): Promise<Purchase>;
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
  readonly paymentReturn: () => Promise<PaymentReturn | undefined>;
  /**
   * The same, as soon as the return is in the journal. From then on the page may be left. It waits
   * while the journal cannot be written. The page must not be left then.
   */
  readonly storedPaymentReturn: () => Promise<PaymentReturn | undefined>;
}

type BuyWith = (values: BuyValues, popup: ReturnType<Context['openWindow']>) => Promise<Purchase>;

/** Creates the actions whose code is part of checkout, or is loaded with the first of them. */
export function createCheckoutActions(
  context: Context,
  display: Display,
  buyWith: BuyWith,
): Omit<Checkout, 'paymentReturn' | 'storedPaymentReturn'> {
  const { purchases, loadChunk } = context;
  const operation =
    <Values extends object>(name: OperationName) =>
    async (values: Values, options?: RequestOptions): Promise<PaymentResult> => {
      const signals = [options?.signal];
      const load = () => import('./operations/operations.ts');
      const act = (await loadChunk('operations', load, signals))[name] as Operate;
      return act(context, values, options);
    };
  const loadDeletion = (options?: RequestOptions) =>
    loadChunk('operations', () => import('./operations/delete-failed.ts'), [options?.signal]);
  const loadReceipts = () => loadChunk('operations', () => import('./operations/receipts.ts'));
  const loadOffers = () => loadChunk('operations', () => import('./operations/list-offers.ts'));
  return {
    buy(offer: Offer | BuyValues, options?: CheckoutBuyOptions) {
      const values = { ...offer, ...options } as BuyValues;
      return buyWith(values, context.openWindow(values));
    },
    offers: async () => (await loadOffers()).listOffers(context),
    providers: () => context.selling.providers ?? [],
    redeemVoucher: operation('redeemVoucher'),
    verifyInAppPurchase: operation('verifyInAppPurchase'),
    addExternalSubscription: operation('addExternalSubscription'),
    upgradeSubscription: operation('upgradeSubscription'),
    stopRenewal: operation('stopRenewal'),
    deleteFailedTransaction: async (values, options) =>
      (await loadDeletion(options)).deleteFailedTransaction(context, values, options),
    receipts: async () => (await loadReceipts()).listReceipts(context),
    subscriptions: async () => (await loadReceipts()).listSubscriptions(context),
    purchase: async (id) => {
      await purchases.read();
      return display.purchase(id);
    },
  };
}

type OperationName =
  | 'redeemVoucher'
  | 'verifyInAppPurchase'
  | 'addExternalSubscription'
  | 'upgradeSubscription'
  | 'stopRenewal';

type Operate = (
  context: Context,
  values: object,
  options: RequestOptions | undefined,
) => Promise<PaymentResult>;
