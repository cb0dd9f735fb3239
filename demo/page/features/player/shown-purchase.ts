import type { PurchaseState, Usher } from 'usher-runtime';
import { isOpenPurchase } from '../checkout/open-purchase.ts';

export interface ShownPurchase {
  readonly current: () => PurchaseState | undefined;
  /** Shows a purchase that belongs to this visit, whatever its status is. */
  readonly show: (id: string) => void;
  /** Hides one, until another begins. */
  readonly hide: (id: string) => void;
  /** Shows the hidden ones again. */
  readonly showAll: () => void;
}

/**
 * Which purchase an item's page shows instead of the offers: the newest one of the item, or of a
 * subscription, that is open, or that came to its end during this visit.
 */
export function createShownPurchase(
  usher: Usher,
  { item, streamtype }: { readonly item: string; readonly streamtype: string },
): ShownPurchase {
  const ofVisit = new Set<string>();
  const hidden = new Set<string>();
  const isOfPage = (purchase: PurchaseState): boolean =>
    purchase.item === null
      ? purchase.operation === 'subscription'
      : purchase.item === item && purchase.streamtype === streamtype;
  return {
    current() {
      const ofPage = usher.$purchases.get().filter(isOfPage);
      for (const purchase of ofPage) if (isOpenPurchase(purchase)) ofVisit.add(purchase.id);
      const [newest] = ofPage
        .filter(({ id, status }) => ofVisit.has(id) && !hidden.has(id) && status !== 'granted')
        .sort((one, other) => other.startedAt - one.startedAt);
      return newest;
    },
    show(id) {
      ofVisit.add(id);
      hidden.delete(id);
    },
    hide: (id) => void hidden.add(id),
    showAll: () => hidden.clear(),
  };
}
