import { keep, readKept } from '../session/site-storage.ts';
import { addressOf, titleOf } from '../media/media-item.ts';

/** More than a viewer buys; the oldest go first. */
const most = 200;

const keyOf = ({ item, streamtype }) => `${streamtype}/${item}`;

/** Notes what an item is called when it is bought: a purchase itself knows the item's ID only. */
export function noteBought(media) {
  const { ID: item, streamtype } = media.general;
  const before = Object.entries(readKept('bought') ?? {}).slice(1 - most);
  keep('bought', {
    ...Object.fromEntries(before),
    [keyOf({ item, streamtype })]: { title: titleOf(media), address: addressOf(media) },
  });
}

/**
 * Title and address of what a purchase or a payment is for; no address where none is noted, or no
 * item is bought.
 */
export function boughtItem({ operation, item, streamtype }) {
  if (operation === 'subscription') return { title: 'Subscription' };
  return (
    readKept('bought')?.[keyOf({ item, streamtype })] ?? {
      title: item ? `Film no. ${item}` : 'Ticket',
    }
  );
}
