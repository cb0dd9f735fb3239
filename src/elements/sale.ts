import type { BuyOptions } from '../checkout/buy/buy-values.ts';
import type { PaymentResult } from '../checkout/operations/operations.ts';
import type { Purchase } from '../checkout/purchase/handle.ts';
import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { OfferTerms } from '../dialect/item-state-reader.ts';
import { isUsherError, mayBeByProxy } from '../errors/is-usher-error.ts';
import type { ErrorCode, UsherError } from '../errors/usher-error.ts';
import type { Offer } from '../item/offer.ts';
import { checkoutForUser } from './checkout-for-user.ts';
import type { ElementCheckout, ElementItem, ElementUsher } from './element-usher.ts';
import { offerOf } from './offer-of.ts';
import type { PanelTask } from './panel-view.ts';
import { createPrepare } from './prepare-checkout.ts';
import { uncharged } from './texts/uncharged.ts';
import type { WordKey } from './texts/word-keys.ts';

/** What a panel needs of its element. */
export interface SaleHost {
  readonly runtime: () => ElementUsher | undefined;
  readonly item: () => ElementItem | undefined;
  /** The offers that are shown. */
  readonly offers: () => readonly Offer[];
  /** Further fields of the purchase of an offer. */
  readonly optionsOf: (offer: OfferTerms) => OfferOptions | undefined;
  /** What a voucher has opened. Nothing for the item of the panel. */
  readonly redeemedItem: (result: PaymentResult) => Promise<RedeemedItem | undefined>;
  readonly tell: (type: string, detail: unknown) => void;
  readonly requestUpdate: () => void;
}

/** How an offer is bought, apart from the provider: fields of preparetransaction. */
export interface OfferOptions extends Omit<BuyOptions, 'provider'> {}

/** The item that a voucher has opened. */
export interface RedeemedItem {
  readonly title?: string | undefined;
  /** Where the viewer can watch it. */
  readonly address?: string | undefined;
}

/** What a panel says: the code of an error, why a voucher is not taken, or what one has opened. */
export type SaleNotice =
  | { readonly error: string }
  | { readonly key: VoucherKey | 'next.interrupted' }
  | { readonly redeemed: RedeemedItem | undefined };

type VoucherKey = Extract<WordKey, `voucher${string}`>;

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
  /** What a purchase has taken. */
  readonly offerOf: (purchase: PurchaseState) => OfferTerms;
  /** Whether a subscription renews, as the page says: absent when the platform decides. */
  readonly willRenew: (offer: OfferTerms) => unknown;
  /** Accepts an offer without a price. If the platform does not allow that, a provider is asked. */
  readonly acceptFree: (offer: Offer) => void;
  /** The offer without a price that needs a provider all the same. */
  readonly refused?: Offer | undefined;
  /** Pays for an offer. Call it in the click. */
  readonly pay: (offer: OfferTerms, provider: string) => void;
  /** Loads the handle of a purchase before the click: a payment window opens only in the click. */
  readonly keep: (purchase: PurchaseState) => void;
  /** Opens the provider of a purchase again, with its own terms. Call it in the click. */
  readonly resume: (purchase: PurchaseState) => void;
  /** Gives up a purchase that is not paid. */
  readonly cancel: (purchase: PurchaseState) => void;
  readonly redeem: (code: string) => void;
  /**
   * Removes what was said to another viewer, or of another item. The result of an action that is
   * under way is not shown any more. Default: the task stays.
   */
  readonly clear: (task?: PanelTask) => void;
  /** Shows an error, and tells the page of it. Default: as a notice. */
  readonly fail: (error: unknown, changes?: Pick<Sale, 'isUnplayable'>) => void;
}

type State = Pick<Sale, 'task' | 'notice' | 'isBusy' | 'isUnplayable' | 'refused' | 'checkout'>;
/** `turn` grows when another viewer or item is shown. */
type OwnSale = { -readonly [Name in keyof State]: State[Name] } & { turn: number };

const nothingSaid = { notice: undefined, isUnplayable: false, refused: undefined } as const;

/** The notice of an error. A purchase that was begun before may be paid. */
function noticeOf(
  error: unknown,
  { form }: PanelTask,
  about?: 'begun purchase',
): Pick<Sale, 'notice'> {
  if (!isUsherError(error)) return { notice: { error: 'other' } };
  if (about && uncharged.includes(error.code)) return { notice: { key: 'next.interrupted' } };
  const key = form === 'voucher' && voucherKey(error);
  return { notice: key ? { key } : { error: error.code } };
}

/** The notice is for the next viewer: an action of the last one was not carried out. */
export const saysChange = ({ notice }: Pick<Sale, 'notice'>): boolean =>
  !!notice && 'error' in notice && notice.error === 'identity-changed';

/** Errors of a voucher that say the same of each code. */
const voucherKeys: Readonly<Partial<Record<ErrorCode, VoucherKey>>> = {
  'not-found': 'voucherUnknown',
  network: 'voucherUnclear',
  timeout: 'voucherUnclear',
  aborted: 'voucherUnclear',
  malformed: 'voucherUnclear',
  input: 'voucherInvalid',
  platform: 'voucherInvalid',
};

/** Why a voucher is not taken. `undefined` if the error says nothing about the code. */
function voucherKey(error: UsherError): VoucherKey | undefined {
  const { code, status = 0, hint = '', retryable } = error;
  if (status >= 500) return 'voucherUnclear';
  if (retryable && status) return undefined; // the platform is busy
  if (mayBeByProxy(error) || status === 403) return undefined; // the code may stay good
  if (status === 409 && /\bown(s|ed)?\b/i.test(hint)) return 'voucherOwned';
  if (status === 410 && /expire/i.test(hint)) return 'voucherExpired';
  return status === 410 && /used/i.test(hint) ? 'voucherUsed' : voucherKeys[code];
}

/** Creates the sale of one panel. */
export function createSale(host: SaleHost): Sale {
  const own: OwnSale = { ...nothingSaid, task: {}, turn: 0, isBusy: false, checkout: undefined };
  const change = (changes: Partial<OwnSale>): void => {
    Object.assign(own, changes);
    host.requestUpdate();
  };
  const fail = (error: unknown, changes: Partial<OwnSale> = noticeOf(error, own.task)): void => {
    change(changes);
    host.tell('usher-failure', error);
  };
  const run: Run = (action, about) => {
    if (own.isBusy) return;
    const { task, turn } = own; // the viewer may go back before the error comes
    change({ isBusy: true, isUnplayable: false, notice: undefined });
    action()
      .then((changes) => change({ isBusy: false, ...(own.turn === turn && changes) }))
      .catch((error: unknown) => {
        const said = noticeOf(error, task, about);
        fail(error, { isBusy: false, ...((own.turn === turn || saysChange(said)) && said) });
      });
  };
  const prepare = createPrepare(host.runtime, (checkout) => change({ checkout }), fail);
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
    clear: (task = own.task) => change({ ...nothingSaid, task, turn: own.turn + 1 }),
    ...createActions(host, own, run),
  });
}

/** Runs an action: one of a new sale, or about a purchase that was begun before. */
type Run = (action: () => Promise<Partial<OwnSale> | void>, about?: 'begun purchase') => void;

function createActions(
  host: SaleHost,
  own: OwnSale,
  run: Run,
): Omit<Sale, keyof State | 'fail' | 'show' | 'prepare' | 'run' | 'clear'> {
  const load = async (): Promise<ElementCheckout | undefined> => host.runtime()?.checkout();
  const pay: Sale['pay'] = (offer, provider) =>
    run(async () => {
      // The call comes before any `await`: a payment window opens only in the click.
      const purchase = await (host.item() ?? own.checkout)?.buy(offer, {
        ...host.optionsOf(offer),
        provider,
      });
      if (purchase) host.tell('usher-purchase', purchase.$state.get());
      return { task: {} };
    });
  return {
    pay,
    offerOf: (purchase) => offerOf(purchase, host.offers()),
    willRenew: (offer) => host.optionsOf(offer)?.subscriptionWillRenew,
    acceptFree: (offer) =>
      run(async () => {
        const state = await host.item()?.claim();
        return state?.access === 'granted' ? { task: {} } : { refused: offer };
      }),
    retry: () => run(async () => void (await host.item()?.check())),
    ...createPurchaseActions(host, load, run),
    redeem(vouchercode) {
      run(async () => {
        if (!vouchercode) return { notice: { key: 'voucherMissing' } };
        const result = await (await checkoutForUser(host.runtime))?.redeemVoucher({ vouchercode });
        const redeemed = result && (await host.redeemedItem(result));
        if (!redeemed) await host.item()?.check(); // what it has opened is said together with it
        return { task: {}, notice: { redeemed } };
      });
    },
  };
}

/** What continues or ends a purchase that is open. */
function createPurchaseActions(
  host: SaleHost,
  load: () => Promise<ElementCheckout | undefined>,
  run: Run,
): Pick<Sale, 'keep' | 'resume' | 'cancel'> {
  /** By state, not by ID: a new runtime shows the same purchase with a state of its own. */
  const handles = new WeakMap<PurchaseState, Purchase>();
  const find = async (id: string): Promise<Purchase | undefined> => (await load())?.purchase(id);
  return {
    keep(state) {
      if (handles.has(state)) return;
      find(state.id).then(
        (purchase) => purchase && handles.set(state, purchase),
        () => {}, // the click asks again, and shows the error
      );
    },
    resume: (state) =>
      run(async () => {
        const purchase = handles.get(state) ?? (await find(state.id));
        if (purchase) host.tell('usher-purchase', await purchase.resume());
        return { task: {} };
      }, 'begun purchase'),
    cancel: ({ id }) => run(async () => void (await (await find(id))?.abandon())),
  };
}
