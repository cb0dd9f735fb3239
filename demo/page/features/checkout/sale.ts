import type { BuyValues, Checkout, MediaItem, Purchase, PurchaseState, Usher } from 'usher-runtime';
import { storeBoughtItem } from './bought-item.ts';
import type { CheckoutDialog, CheckoutListeners, CheckoutOrder } from './checkout-dialog.ts';
import type { PageOffer } from './price-model.ts';
import { storeWantedOffer, takeWantedOffer } from './wanted-offer.ts';

export interface SaleParts extends CheckoutListeners {
  readonly usher: Usher;
  readonly askLogin: (reason: string) => Promise<boolean>;
  readonly titleOf: (offer: PageOffer) => string;
  /** The offers to choose from, the wanted one first. Default: that one alone. */
  readonly choicesFor?: (offer: PageOffer) => CheckoutOrder['offers'];
  /** The item that is sold; without one only subscriptions are. */
  readonly media?: MediaItem;
  /** Asks whether a viewer who has just logged in has access anyway. Default: no. */
  readonly hasAccess?: () => Promise<boolean>;
}

export interface Sale {
  /** Sells an offer: login first where it is needed, then the dialog. */
  readonly want: (offer: PageOffer) => Promise<void>;
  /**
   * Goes on with an open purchase: buying the same again joins it, and opens the provider once
   * more. Call it in the click.
   */
  readonly resume: (purchase: PurchaseState) => Promise<Purchase>;
}

/** Sells on a page. */
export function createSale(parts: SaleParts): Sale {
  const {
    usher,
    askLogin,
    titleOf,
    choicesFor = (offer) => [offer],
    media,
    hasAccess = async () => false,
  } = parts;
  let dialog: CheckoutDialog | undefined;
  let checkout: Checkout | undefined;
  const buy = createBuy(usher, media, () => checkout);

  const want = async (offer: PageOffer): Promise<void> => {
    if (!usher.$user.get()) {
      storeWantedOffer(offer);
      const isLoggedIn = await askLogin('Log in first. Your ticket comes next.');
      storeWantedOffer(undefined);
      if (!isLoggedIn || (await hasAccess())) return;
    }
    // Loaded ahead, so that the click on the button itself may open a window.
    usher.checkout().then(
      (loaded) => {
        checkout = loaded;
      },
      () => {},
    );
    dialog ??= (await import('./checkout-dialog.ts')).createCheckoutDialog(parts);
    dialog.open({ title: titleOf(offer), offers: choicesFor(offer), buy });
  };
  resumeWanted(usher, hasAccess, want);
  return { want, resume: (purchase) => buy(valuesOf(purchase)) };
}

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

/**
 * Subscriptions are bought without an item, so that a viewer has one open at most; an item by its
 * handle, which loads what it needs by itself.
 */
const createBuy =
  (usher: Usher, media: MediaItem | undefined, loaded: () => Checkout | undefined) =>
  async ({ item, streamtype, ...values }: BuyValues): Promise<Purchase> => {
    if (values.operation === 'subscription') {
      return (loaded() ?? (await usher.checkout())).buy(values);
    }
    if (item !== undefined && streamtype !== undefined) {
      return usher.item({ item, streamtype }).buy(values);
    }
    if (!media) throw new Error('there is no item to sell');
    storeBoughtItem(media);
    const { ID, streamtype: ownStreamtype } = media.general;
    return usher.item({ item: ID, streamtype: ownStreamtype }).buy(values);
  };
