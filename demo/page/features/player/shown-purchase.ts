import { isOpenPurchase } from '../checkout/open-purchase.ts';

/**
 * Which purchase an item's page shows in the place of the door: the newest one of the item, or of a
 * subscription, that is open, or that came to its end while the viewer was here. `leave` puts one
 * out of sight, until another begins.
 * @param {any} usher
 * @param {{ item: string, streamtype: string }} reference
 */
export function createPurchaseInSight(usher, { item, streamtype }) {
  const lived = new Set();
  const left = new Set();
  const isOurs = (purchase) =>
    purchase.item === null
      ? purchase.operation === 'subscription'
      : purchase.item === String(item) && purchase.streamtype === String(streamtype);
  return {
    current() {
      const ours = usher.$purchases.get().filter(isOurs);
      for (const purchase of ours) if (isOpenPurchase(purchase)) lived.add(purchase.id);
      const inSight = ours.filter(
        ({ id, status }) => lived.has(id) && !left.has(id) && status !== 'granted',
      );
      return inSight.sort((one, other) => other.startedAt - one.startedAt)[0];
    },
    /** A purchase that this visit has to do with, whatever has become of it. */
    show(id) {
      lived.add(id);
      left.delete(id);
    },
    leave: (id) => void left.add(id),
    /** Shows what was put out of sight again. */
    showAll: () => left.clear(),
  };
}
