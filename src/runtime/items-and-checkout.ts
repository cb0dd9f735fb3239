import { atom } from 'nanostores';
import type { ReadableAtom } from 'nanostores';
import type { Calls } from './calls.ts';
import type { Emit } from '../browser/events.ts';
import { show } from '../browser/events.ts';
import { oncePart } from '../browser/load-chunk.ts';
import type { Signals } from '../browser/load-chunk.ts';
import { openPaymentWindow } from '../browser/payment-window.ts';
import type { Popup } from '../browser/payment-window.ts';
import type { BuyValues } from '../checkout/buy-values.ts';
import type { OwnCheckout } from '../checkout/checkout.ts';
import type { CheckoutOptions, PurchaseEvents } from '../checkout/context.ts';
import type { Purchase } from '../checkout/purchase/handle.ts';
import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import type { EmitItem } from '../item/item-events.ts';
import type { Item, ItemCalls, ItemReference } from '../item/item.ts';
import { createItems } from '../item/items.ts';
import type { Items } from '../item/items.ts';
import type { Explanation } from '../item/recovery/explain.ts';
import type { SessionOptions } from '../session/session-options.ts';

/** An item that can be bought. */
export interface PurchasableItem extends Item, Sale {}

/** The part of an item for its sale and its access. */
export interface Sale {
  /** Describes which answer or rule decided the present state. */
  readonly explain: () => Promise<Explanation>;
  /**
   * Buys the item, as `buy` of `usher.checkout()`. Call it in the click: a payment window is opened
   * at once.
   * @throws `input`, `static-session`, `login-required`, `purchase-in-progress`,
   *   `provider-unavailable`, `journal-unavailable`: nothing was sent.
   * @example const purchase = await item.buy({ operation: 'ppv', amount: 499, currency: 'EUR',
   *   provider: 'demo' });
   */
  readonly buy: (values: Omit<BuyValues, 'item' | 'streamtype'>) => Promise<Purchase>;
}

type Parts = Omit<CheckoutOptions, 'items' | 'show' | 'emit' | 'openWindow'> &
  Pick<SessionOptions, 'emit' | 'loadChunk'> & {
    readonly loadCalls: (signals?: Signals) => Promise<Calls>;
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
  { session, loadCalls, emit }: Parts,
  loadCheckout: LoadCheckout,
  openWindow: OpenWindow,
): Items<Sale> {
  const loadItemCalls = async (): Promise<ItemCalls> => {
    session.ready().catch(() => {}); // The item's state shows the error.
    return (await loadCalls()).items;
  };
  const createSale = (reference: ItemReference): Sale => ({
    explain: async () => (await loadCalls()).explain(items.item(reference)),
    async buy(values) {
      const given = { ...values, ...reference } as BuyValues;
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

/**
 * Whether a payment window is needed, as far as known in the click: the provider takes payments in
 * one, and a viewer may be logged in.
 */
function mayNeedWindow(
  { selling, session, dialect }: Parts,
  values: BuyValues | undefined,
): boolean {
  const isPopup = selling.providers?.some(
    ({ name, type }) => name === values?.provider && type === 'popup',
  );
  return !!isPopup && (session.viewer()?.userId !== null || !!dialect.allowsAnonymousPurchase);
}
