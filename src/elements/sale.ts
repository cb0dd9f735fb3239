import type { BuyOptions } from '../checkout/buy/buy-values.ts';
import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { Offer } from '../dialect/item-state-reader.ts';
import { isUsherError } from '../errors/is-usher-error.ts';
import type { ElementCheckout, ElementItem, ElementUsher } from './element-usher.ts';
import type { PanelTask } from './panel-view.ts';

/** What a panel needs of its element. */
export interface SaleHost {
  readonly runtime: () => ElementUsher | undefined;
  readonly item: () => ElementItem | undefined;
  /** The offers that are shown. */
  readonly offers: () => readonly Offer[];
  /** Further fields of the purchase of an offer. */
  readonly optionsOf: (offer: Offer) => OfferOptions | undefined;
  readonly tell: (type: string, detail: unknown) => void;
  readonly requestUpdate: () => void;
}

/** How an offer is bought, apart from the provider: fields of preparetransaction. */
export interface OfferOptions extends Omit<BuyOptions, 'provider'> {}

/** What a panel says below its content: the code of an error, or a key of its own. */
export type SaleNotice =
  { readonly error: string } | { readonly key: 'redeemed' | 'voucherInvalid' | 'voucherMissing' };

/** What the viewer does in a panel, and the actions behind its buttons. */
export interface Sale {
  readonly task: PanelTask;
  readonly notice: SaleNotice | undefined;
  readonly isBusy: boolean;
  /** A granted film could not be loaded. The next action clears that. */
  readonly isUnplayable?: boolean;
  /** Loaded once the viewer is about to buy. */
  readonly checkout: ElementCheckout | undefined;
  /** Changes what the viewer does. */
  readonly show: (task: PanelTask) => void;
  /** Loads checkout before it is needed, so that a payment window can open in the click. */
  readonly prepare: () => void;
  /** Runs an action, and shows its error. One at a time. */
  readonly run: Run;
  /** Checks the item again. */
  readonly retry: () => void;
  /** Pays for an offer. Call it in the click. */
  readonly pay: (offer: Offer, provider: string) => void;
  /** Opens the provider of a purchase again. Call it in the click. */
  readonly resume: (purchase: PurchaseState) => void;
  /** Gives up a purchase that is not paid. */
  readonly cancel: (purchase: PurchaseState) => void;
  readonly redeem: (code: string) => void;
  /** Shows an error, and tells the page of it. Default: as a notice. */
  readonly fail: (error: unknown, changes?: Pick<Sale, 'isUnplayable'>) => void;
}

type State = Pick<Sale, 'task' | 'notice' | 'isBusy' | 'isUnplayable' | 'checkout'>;
type OwnSale = { -readonly [Name in keyof State]: State[Name] };

/** Errors of a voucher that mean its code. */
const codeErrors: readonly string[] = ['not-found', 'platform', 'input'];

function noticeOf(error: unknown, { form }: PanelTask): Pick<Sale, 'notice'> {
  const code = isUsherError(error) ? error.code : 'other';
  const isCode = form === 'voucher' && codeErrors.includes(code);
  return { notice: isCode ? { key: 'voucherInvalid' } : { error: code } };
}

/** Creates the sale of one panel. */
export function createSale(host: SaleHost): Sale {
  const own: OwnSale = { task: {}, notice: undefined, isBusy: false, checkout: undefined };
  const change = (changes: Partial<OwnSale>): void => {
    Object.assign(own, changes);
    host.requestUpdate();
  };
  const fail = (error: unknown, changes: Partial<OwnSale> = noticeOf(error, own.task)): void => {
    change(changes);
    host.tell('usher-failure', error);
  };
  const run: Run = (action) => {
    if (own.isBusy) return;
    change({ isBusy: true, isUnplayable: false, notice: undefined });
    action()
      .then((changes) => change({ isBusy: false, ...changes }))
      .catch((error: unknown) => {
        change({ isBusy: false });
        fail(error);
      });
  };
  const prepare = (): void => {
    if (own.checkout) return;
    host
      .runtime()
      ?.checkout()
      .then((checkout) => change({ checkout }), fail);
  };
  const show = (task: PanelTask): void => {
    change({ task, notice: undefined });
    prepare();
    host.tell('usher-choose', task.offer ?? null);
  };
  return Object.assign(own, {
    fail,
    show,
    prepare,
    run,
    ...createActions(host, own, run),
  });
}

type Run = (action: () => Promise<Partial<OwnSale> | void>) => void;

function createActions(
  host: SaleHost,
  own: OwnSale,
  run: Run,
): Pick<Sale, 'retry' | 'pay' | 'resume' | 'cancel' | 'redeem'> {
  const load = async (): Promise<ElementCheckout | undefined> => host.runtime()?.checkout();
  const pay: Sale['pay'] = (offer, provider) =>
    run(async () => {
      // The call comes before any `await`: a payment window opens only in the click.
      const buying = (host.item() ?? own.checkout)?.buy(offer, {
        ...host.optionsOf(offer),
        provider,
      });
      const purchase = await buying;
      if (purchase) host.tell('usher-purchase', purchase.$state.get());
      return { task: {} };
    });
  return {
    pay,
    retry: () => run(async () => void (await host.item()?.check())),
    resume: (purchase) => pay(offerOf(purchase, host.offers()), purchase.provider ?? ''),
    cancel: ({ id }) =>
      run(async () => void (await (await (await load())?.purchase(id))?.abandon())),
    redeem(vouchercode) {
      run(async () => {
        if (!vouchercode) return { notice: { key: 'voucherMissing' } };
        await (await load())?.redeemVoucher({ vouchercode });
        return { task: {}, notice: { key: 'redeemed' } };
      });
    },
  };
}

/** The offer that a purchase has taken: with it the purchase is joined. */
export function offerOf(
  { operation, amount, currency }: PurchaseState,
  offers: readonly Offer[],
): Offer {
  const values = { operation, amount: amount ?? 0, currency: currency ?? '' };
  const isTaken = (offer: Offer): boolean =>
    offer.operation === operation && offer.amount === amount && offer.currency === currency;
  return offers.find(isTaken) ?? values;
}
