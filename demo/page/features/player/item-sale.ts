import type { MediaItem, PurchaseState, PurchasableItem, Usher } from 'usher-runtime';
import type { CheckoutOrder } from '../checkout/checkout-dialog.ts';
import { subscriptionOf, subscriptionOffers } from '../checkout/price-model.ts';
import type { PageOffer } from '../checkout/price-model.ts';
import { createSale } from '../checkout/sale.ts';
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
  readonly want: (offer: PageOffer) => void;
  readonly actionsFor: (purchase: PurchaseState) => PurchaseActions;
}

/** Sells an item, and the subscriptions that include it; the player area shows what is begun. */
export function createItemSale(parts: ItemSaleParts): ItemSale {
  const { usher, item, soldItem, askLogin, shownPurchase, draw, focus } = parts;
  const sale = createSale({
    usher,
    askLogin,
    media: item,
    titleOf: (offer) => soldTitle(item, offer),
    choicesFor: (offer) =>
      offer.operation === 'subscription' ? subscriptionsFor(usher, soldItem, offer) : [offer],
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
        const offer = offerOf(usher, soldItem, purchase);
        if (offer) void sale.want(offer);
      },
      leave: () => leave(purchase),
    }),
  };
}

const soldTitle = (item: MediaItem, { operation }: PageOffer): string =>
  operation === 'subscription' ? 'Everything in the house' : titleOf(item);

/** The subscriptions that include the item, the wanted one first. */
function subscriptionsFor(
  usher: Usher,
  soldItem: PurchasableItem,
  offer: PageOffer,
): CheckoutOrder['offers'] {
  const isPremiumOnly = soldItem.$state
    .get()
    .offers.every(({ operation, isPremium }) => operation !== 'subscription' || isPremium);
  const isWanted = (one: PageOffer): boolean =>
    one.amount === offer.amount && one.duration === offer.duration;
  const all = subscriptionOffers(usher).filter(({ isPremium }) => isPremium || !isPremiumOnly);
  const [first = offer, ...same] = all.filter(isWanted);
  const others = all.filter((one) => !isWanted(one));
  return all.some(isWanted) ? [first, ...same, ...others] : [offer];
}

/** The offer that a purchase was about, for a viewer who begins anew. */
function offerOf(
  usher: Usher,
  soldItem: PurchasableItem,
  purchase: PurchaseState,
): PageOffer | undefined {
  const { operation, amount, currency } = purchase;
  const same = soldItem.$state
    .get()
    .offers.find((offer) => offer.operation === operation && offer.amount === amount);
  if (same) return same;
  const subscription = operation === 'subscription' ? subscriptionOf(usher, purchase) : undefined;
  if (subscription) return subscription;
  return amount === null || currency === null ? undefined : { operation, amount, currency };
}
