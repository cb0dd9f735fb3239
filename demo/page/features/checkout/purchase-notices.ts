import { el } from '../../ui/dom.ts';
import { isOpenPurchase } from './open-purchase.ts';

/**
 * A line under the header, beside what is said of the session, while a purchase is open: for pages
 * that do not show purchases themselves.
 */
export function mountPurchaseNotices(usher) {
  const place = el('div', { role: 'status', 'data-open-purchases': '' });
  document.querySelector('.session-notices').append(place);
  let shown = '';
  usher.$purchases.subscribe((purchases) => {
    const words = wordsOf(purchases.filter(isOpenPurchase));
    if (words === shown) return;
    shown = words;
    place.replaceChildren(
      ...(words ? [el('p', {}, words, ' ', el('a', { href: '/tickets.html' }, 'My tickets'))] : []),
    );
  });
}

function wordsOf(open) {
  if (!open.length) return '';
  const isUnpaid = open.every(({ status }) => /^(preparing|awaiting-provider)$/.test(status));
  return isUnpaid
    ? 'You have begun to buy a ticket, and not paid it yet.'
    : 'A payment of yours is being confirmed.';
}
