import type { BuyValues, Offer, Purchase, PurchaseState, Usher } from 'usher-runtime';
import type { CheckoutDialog, CheckoutListeners, CheckoutOrder } from './checkout-dialog.ts';
import { fetchSoldOffers } from './sold-offers.ts';
import { storeWantedOffer, takeWantedOffer } from './wanted-offer.ts';

export interface SaleParts extends CheckoutListeners {
  readonly usher: Usher;
  readonly askLogin: (reason: string) => Promise<boolean>;
  readonly titleOf: (offer: Offer) => string;
  /** The subscriptions to choose from, the wanted one first. */
  readonly choicesFor: (offer: Offer, subscriptions: readonly Offer[]) => CheckoutOrder['offers'];
  /** Called in the click. */
  readonly buy: CheckoutOrder['buy'];
  /** Asks whether a viewer who has just logged in has access anyway. Default: no. */
  readonly hasAccess?: () => Promise<boolean>;
}

export interface Sale {
  /** Sells an offer: login first where it is needed, then the dialog. */
  readonly want: (offer: Offer) => Promise<void>;
  /**
   * Goes on with an open purchase: buying the same again joins it, and opens the provider once
   * more. Call it in the click.
   */
  readonly resume: (purchase: PurchaseState) => Promise<Purchase>;
}

/** Sells on a page. */
export function createSale(parts: SaleParts): Sale {
  const { usher, askLogin, titleOf, choicesFor, buy, hasAccess = async () => false } = parts;
  let dialog: CheckoutDialog | undefined;

  const want = async (offer: Offer): Promise<void> => {
    if (!usher.$user.get()) {
      storeWantedOffer(offer);
      const isLoggedIn = await askLogin('Log in first. Your ticket comes next.');
      storeWantedOffer(undefined);
      if (!isLoggedIn || (await hasAccess())) return;
    }
    // Loaded ahead, so that the click on the button itself may open a window.
    usher.checkout().catch(() => {});
    dialog ??= (await import('./checkout-dialog.ts')).createCheckoutDialog(parts);
    const offers: CheckoutOrder['offers'] =
      offer.operation === 'subscription'
        ? choicesFor(offer, await fetchSubscriptions(usher))
        : [offer];
    dialog.open({ title: titleOf(offer), offers, buy });
  };
  resumeWanted(usher, hasAccess, want);
  return {
    want,
    resume: async (purchase) => (await usher.checkout()).buy(valuesOf(purchase)),
  };
}

const fetchSubscriptions = async (usher: Usher): Promise<Offer[]> =>
  (await fetchSoldOffers(usher)).filter(({ operation }) => operation === 'subscription');

/** Goes on with the offer of a viewer who has come back to this page from a login. */
function resumeWanted(usher: Usher, hasAccess: () => Promise<boolean>, want: Sale['want']): void {
  const wanted = takeWantedOffer();
  if (!wanted) return;
  if (usher.$user.get()) {
    void want(wanted);
    return;
  }
  const wantUnlessOpen = async (): Promise<void> => {
    if (!(await hasAccess())) await want(wanted);
  };
  const stop = usher.$user.listen((user) => {
    if (!user) return;
    stop();
    void wantUnlessOpen();
  });
}

/** The values that a purchase was begun with. */
const valuesOf = (purchase: PurchaseState): BuyValues => ({
  operation: purchase.operation,
  item: purchase.item ?? undefined,
  streamtype: purchase.streamtype ?? undefined,
  amount: purchase.amount ?? 0,
  currency: purchase.currency ?? '',
  provider: purchase.provider ?? '',
});
