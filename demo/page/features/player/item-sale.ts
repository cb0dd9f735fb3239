import type { MediaItem, Offer, PurchaseState, PurchasableItem, Usher } from 'usher-runtime';
import { storeBoughtItem } from '../checkout/bought-item.ts';
import type { CheckoutOrder } from '../checkout/checkout-dialog.ts';
import { createSale } from '../checkout/sale.ts';
import type { Sale } from '../checkout/sale.ts';
import { fetchSoldOffers, findSubscription } from '../checkout/sold-offers.ts';
import { titleOf } from '../items/media-item.ts';
import type { PurchaseActions } from './purchase-panel.ts';
import type { ShownPurchase } from './shown-purchase.ts';

export interface ItemSaleParts {
  readonly usher: Usher;
  readonly item: MediaItem;
  /** The runtime's handle of the same item. */
  readonly soldItem: PurchasableItem;
  readonly askLogin: (reason: string) => Promise<boolean>;
  readonly shownPurchase: ShownPurchase;
  /** Draws the player area. */
  readonly draw: () => void;
  readonly focus: () => void;
}

export interface ItemSale {
  readonly want: (offer: Offer) => void;
  readonly actionsFor: (purchase: PurchaseState) => PurchaseActions;
}

/** Sells an item, and the subscriptions that include it; the player area shows what is begun. */
export function createItemSale(parts: ItemSaleParts): ItemSale {
  const { usher, item, soldItem, askLogin, shownPurchase, draw, focus } = parts;
  const sale = createSale({
    usher,
    askLogin,
    titleOf: (offer) => soldTitle(item, offer),
    choicesFor: (offer, subscriptions) => choicesOfItem(soldItem, offer, subscriptions),
    buy(offer, options) {
      if (offer.operation !== 'subscription') storeBoughtItem(item);
      return soldItem.buy(offer, options);
    },
    hasAccess: async () => (await soldItem.check()).access === 'granted',
    onBegun({ id }) {
      shownPurchase.show(id);
      draw();
      focus();
    },
    onTaken() {
      shownPurchase.showAll();
      draw();
      focus();
    },
  });
  const leave = ({ id }: PurchaseState): void => {
    shownPurchase.hide(id);
    draw();
  };
  return {
    want: (offer) => void sale.want(offer),
    actionsFor: (purchase) => ({
      // Where it fails, its state says why.
      resume: () => void sale.resume(purchase).catch(() => {}),
      again() {
        leave(purchase);
        void wantAgain(sale, parts, purchase);
      },
      leave: () => leave(purchase),
    }),
  };
}

const soldTitle = (item: MediaItem, { operation }: Offer): string =>
  operation === 'subscription' ? 'Everything in the house' : titleOf(item);

/** The subscriptions that include the item, the wanted one first. */
function choicesOfItem(
  soldItem: PurchasableItem,
  offer: Offer,
  subscriptions: readonly Offer[],
): CheckoutOrder['offers'] {
  const isPremiumOnly = soldItem.$state
    .get()
    .offers.every(({ operation, isPremium }) => operation !== 'subscription' || isPremium);
  const isWanted = (one: Offer): boolean =>
    one.amount === offer.amount && one.duration === offer.duration;
  const all = subscriptions.filter(({ isPremium }) => isPremium || !isPremiumOnly);
  const [first = offer, ...same] = all.filter(isWanted);
  const others = all.filter((one) => !isWanted(one));
  return all.some(isWanted) ? [first, ...same, ...others] : [offer];
}

/** Sells what a purchase was about, for a viewer who begins anew. */
async function wantAgain(sale: Sale, parts: ItemSaleParts, purchase: PurchaseState): Promise<void> {
  const offer = await findOffer(parts, purchase);
  if (offer) await sale.want(offer);
}

async function findOffer(
  { usher, soldItem }: ItemSaleParts,
  purchase: PurchaseState,
): Promise<Offer | undefined> {
  const { operation, amount, currency } = purchase;
  const same = soldItem.$state
    .get()
    .offers.find((offer) => offer.operation === operation && offer.amount === amount);
  if (same) return same;
  const subscription =
    operation === 'subscription' && findSubscription(await fetchSoldOffers(usher), purchase);
  if (subscription) return subscription;
  return amount === null || currency === null ? undefined : { operation, amount, currency };
}
