import { atom, type ReadableAtom } from 'nanostores';
import { oncePart, type Signals } from '../browser/load-chunk.ts';
import { nothing } from '../browser/nothing.ts';
import { noPopup, openPaymentWindow } from '../browser/payment-window.ts';
import type { BuyOptions, BuyValues } from '../checkout/buy/buy-values.ts';
import type { InternalCheckout } from '../checkout/checkout.ts';
import type { CheckoutOptions, PurchaseEvents } from '../checkout/context.ts';
import type { ClickKind } from '../checkout/providers/kinds.ts';
import type { PurchaseState } from '../checkout/purchase/purchase-state.ts';
import { copyValues } from '../contract/copy-values.ts';
import type { EmitItem } from '../item/item-events.ts';
import { deniedAt } from '../item/item-state.ts';
import type { ItemCalls, ItemInternals } from '../item/item.ts';
import { createItems, type Items } from '../item/items.ts';
import { show, type Emit } from '../reactive/events.ts';
import type { SessionOptions } from '../session/session-options.ts';
import { userKey } from '../session/state/session-state.ts';
import type { Calls } from './calls.ts';
import type { LoadActions } from './lazy.ts';
import type { Sale } from './purchasable-item.ts';

type Parts = Omit<CheckoutOptions, 'items' | 'show' | 'emit' | 'openNewWindow'> &
  Pick<SessionOptions, 'emit' | 'loadChunk' | 'disposal'> & {
    readonly loadCalls: (signals?: Signals) => Promise<Calls>;
    readonly loadActions: LoadActions;
  };

/** The items of a page, and its checkout. */
export interface ItemsAndCheckout {
  readonly items: Items<Sale>;
  readonly $purchases: ReadableAtom<readonly PurchaseState[]>;
  /** Loads checkout with the first purchase, or when a viewer comes back from a payment. */
  readonly loadCheckout: LoadCheckout;
  /** Checks whether a return waits to be stored or read. Loads checkout for it. */
  readonly findReturns: () => void;
}

type LoadCheckout = (signals?: Signals) => Promise<InternalCheckout>;
type OpenWindow = CheckoutOptions['openNewWindow'];

/** The wait before a failed chunk is requested again, while a return waits for it. */
const lookAgainMs = 5000;

export function createItemsAndCheckout(parts: Parts): ItemsAndCheckout {
  const { browser, settings, loadChunk, emit, disposal } = parts;
  const { registration } = settings;
  const $purchases = atom<readonly PurchaseState[]>([]);
  let checkout: InternalCheckout | undefined;
  const openNewWindow: OpenWindow = (values) =>
    mayNeedWindow(parts, values) ? openPaymentWindow(browser.random) : noPopup;
  const loadCheckout = oncePart(
    (signals) => loadChunk('checkout', () => import('../checkout/checkout.ts'), signals),
    ({ createCheckout }) => {
      checkout = createCheckout({
        ...parts,
        items,
        emit: emit as Emit<PurchaseEvents>,
        show: (purchases) => show($purchases, purchases),
        openNewWindow,
      });
      return checkout;
    },
  );
  const findReturns = (): void => {
    if (disposal.aborted) return;
    if (checkout) checkout.findReturns();
    else if (registration.returns) {
      loadCheckout().catch(() => void browser.clock.after(lookAgainMs, findReturns));
    }
  };
  // Until checkout is loaded, this page has shown no window.
  const openWindow: OpenWindow = (values) => checkout?.focusWindow(values) ?? openNewWindow(values);
  const items = createSoldItems(parts, loadCheckout, openWindow);
  return { items, $purchases, loadCheckout, findReturns };
}

function createSoldItems(
  { session, browser, loadCalls, loadActions, emit }: Parts,
  loadCheckout: LoadCheckout,
  openWindow: OpenWindow,
): Items<Sale> {
  const loadItemCalls = async (): Promise<ItemCalls> => {
    // Before anything is awaited.
    const caller = {
      user: session.$user.get(),
      viewerSignal: session.context.viewerController.signal,
    };
    session.ready().catch(nothing); // The item's state shows the error.
    return (await loadCalls()).itemsOf(caller);
  };
  const createSale = (internals: () => ItemInternals): Sale => ({
    async sources() {
      // Of the viewer at the page's call.
      const viewerSignal = session.context.viewerController.signal;
      return (await loadActions()).fetchSources(internals(), viewerSignal);
    },
    explain: async () => (await loadCalls()).explain(internals()),
    async buy(offer: object, options?: BuyOptions) {
      const given = copyValues({ ...offer, ...options } as BuyValues);
      if (given.operation !== 'subscription') {
        const { reference, globalId } = internals();
        Object.assign(given, reference, globalId !== undefined && { globalId: String(globalId) });
      }
      // In the click: before any `await`.
      const popup = openWindow(given);
      // Requested now, so that nothing of the purchase waits for another chunk.
      loadActions([], () => import('../checkout/operations/operations-chunk.ts')).catch(nothing);
      const askedBy = userKey(session.$user.get());
      const clickedAt = browser.clock.now();
      const checkedAt = deniedAt(internals().$state.get());
      const { buyWith } = await loadCheckout().catch((error: unknown) => {
        popup.close();
        throw error;
      });
      return buyWith(given, { popup, askedBy, clickedAt, checkedAt });
    },
  });
  return createItems<Sale>(loadItemCalls, emit as EmitItem, createSale);
}

/** The kind that opens a window. The table of all kinds is not loaded yet in the click. */
const clickKind: ClickKind = 'popup';

/**
 * Whether a payment window is needed, as far as known in the click: the provider takes payments in
 * one, and a viewer may be logged in.
 */
function mayNeedWindow({ selling, session, dialect }: Parts, values: BuyValues): boolean {
  const needsClick = selling.providers?.some(
    ({ name, type }) => name === values.provider && type === clickKind,
  );
  return !!needsClick && (session.$user.get() !== null || !!dialect.allowsAnonymousPurchase);
}
