import { atom } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import type { OwnActions } from './actions.ts';
import type { Calls } from './calls.ts';
import type { Emit } from '../browser/events.ts';
import { show } from '../browser/events.ts';
import { oncePart } from '../browser/load-chunk.ts';
import type { Signals } from '../browser/load-chunk.ts';
import { openPaymentWindow } from '../browser/payment-window.ts';
import type { Popup } from '../browser/payment-window.ts';
import type { BuyOptions, BuyValues, ItemBuyValues } from '../checkout/buy-values.ts';
import type { ClickKind } from '../checkout/providers/kinds.ts';
import type { OwnCheckout } from '../checkout/checkout.ts';
import type { CheckoutOptions, PurchaseEvents } from '../checkout/context.ts';
import type { Purchase } from '../checkout/purchase/handle.ts';
import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { MediaSource } from '../item/media-source.ts';
import type { Offer } from '../dialect/item-state-reader.ts';
import type { EmitItem } from '../item/item-events.ts';
import type { Item, ItemCalls, ItemRecord, ItemReference } from '../item/item.ts';
import { createItems } from '../item/items.ts';
import type { Items } from '../item/items.ts';
import type { Explanation } from '../item/recovery/explain.ts';
import type { SessionOptions } from '../session/session-options.ts';
import { nothing } from '../browser/nothing.ts';

/** An item that can be bought. */
export interface PurchasableItem extends Item, Sale {}

/** The part of an item for its sale and its access. */
export interface Sale {
  /** Describes which answer or rule decided the present state. */
  readonly explain: () => Promise<Explanation>;
  /**
   * Buys the item, or a subscription that one of its offers names. Call it in the click: a payment
   * window is opened at once. A subscription is bought without the item, so that a viewer has one
   * open purchase of it at most. Without an offer, give the fields of
   * `POST /payment/preparetransaction`.
   * @throws `input`, `static-session`, `login-required`, `purchase-in-progress`,
   *   `provider-unavailable`, `journal-unavailable`: nothing was sent.
   * @example const [offer] = item.$state.get().offers;
   *   const purchase = await item.buy(offer, { provider: 'demo' });
   */
  readonly buy: {
    (offer: Offer, options: BuyOptions): Promise<Purchase>;
    (values: ItemBuyValues): Promise<Purchase>;
  };
  /**
   * The playable files of the item (`GET /allmedia/byglobalid` with `streamdata`), the platform's
   * first choice first. Empty when the viewer may not watch it.
   * @throws `input` when `usher.item()` was never given the `globalId`; `network`, `timeout`,
   *   `platform`, `malformed`.
   * @example const [source] = await usher.item({ item: 7, streamtype: 'video', globalId: 107
   *   }).sources();
   */
  readonly sources: () => Promise<readonly MediaSource[]>;
}

type Parts = Omit<CheckoutOptions, 'items' | 'show' | 'emit' | 'openWindow'> &
  Pick<SessionOptions, 'emit' | 'loadChunk'> & {
    readonly loadCalls: (signals?: Signals) => Promise<Calls>;
    readonly loadActions: () => Promise<Pick<OwnActions, 'fetchSources'>>;
  };

/** The items of a page, and its checkout. */
export interface ItemsAndCheckout {
  readonly items: Items<Sale>;
  readonly $purchases: ReadableAtom<readonly PurchaseState[]>;
  /** Loads checkout with the first purchase, or when a viewer comes back from a payment. */
  readonly loadCheckout: LoadCheckout;
}

type LoadCheckout = (signals?: Signals) => Promise<OwnCheckout>;
type OpenWindow = CheckoutOptions['openWindow'];

/** The wait before a failed chunk is requested again, while a return waits for it. */
const lookAgainMs = 5000;

export function createItemsAndCheckout(parts: Parts): ItemsAndCheckout {
  const { browser, settings, loadChunk, emit } = parts;
  const { entry } = settings;
  const $purchases = atom<readonly PurchaseState[]>([]);
  let checkout: OwnCheckout | undefined;
  const openWindow: OpenWindow = (values) =>
    mayNeedWindow(parts, values) &&
    !checkout?.focusWindow(values) &&
    openPaymentWindow(browser.random);
  const loadCheckout = oncePart(
    (signals) => loadChunk('checkout', () => import('../checkout/checkout.ts'), signals),
    ({ createCheckout }) => {
      checkout = createCheckout({
        ...parts,
        items,
        emit: emit as Emit<PurchaseEvents>,
        show: (purchases) => show($purchases, purchases),
        openWindow,
      });
      return checkout;
    },
  );
  entry.findReturns = () => {
    if (!entry.returns) return;
    // Checkout replaces this function when it is loaded.
    loadCheckout().catch(() => void browser.clock.after(lookAgainMs, () => entry.findReturns?.()));
  };
  const items = createSoldItems(parts, loadCheckout, openWindow);
  return { items, $purchases, loadCheckout };
}

function createSoldItems(
  { session, loadCalls, loadActions, emit }: Parts,
  loadCheckout: LoadCheckout,
  openWindow: OpenWindow,
): Items<Sale> {
  const loadItemCalls = async (): Promise<ItemCalls> => {
    session.ready().catch(nothing); // The item's state shows the error.
    return (await loadCalls()).items;
  };
  const createSale = (
    reference: ItemRecord['reference'],
    globalId: () => ItemReference['globalId'],
  ): Sale => ({
    sources: async () => (await loadActions()).fetchSources(globalId()),
    explain: async () => (await loadCalls()).explain(items.item(reference)),
    async buy(offer: object, options?: BuyOptions) {
      const given = { ...offer, ...options } as BuyValues;
      if (given.operation !== 'subscription') Object.assign(given, reference);
      // In the click: before any `await`.
      const popup: Popup = openWindow(given);
      const { buyWith } = await loadCheckout().catch((error: unknown) => {
        if (popup) popup.close();
        throw error;
      });
      return buyWith(given, popup);
    },
  });
  const items: Items<Sale> = createItems<Sale>(loadItemCalls, emit as EmitItem, createSale);
  return items;
}

/** The kinds that open a window. The table of all kinds is not loaded yet in the click. */
const clickKinds: Readonly<Record<ClickKind, true>> = { popup: true };

/**
 * Whether a payment window is needed, as far as known in the click: the provider takes payments in
 * one, and a viewer may be logged in.
 */
function mayNeedWindow(
  { selling, session, dialect }: Parts,
  values: BuyValues | undefined,
): boolean {
  const needsClick = selling.providers?.some(
    ({ name, type }) => name === values?.provider && type in clickKinds,
  );
  return !!needsClick && (session.viewer()?.userId !== null || !!dialect.allowsAnonymousPurchase);
}
