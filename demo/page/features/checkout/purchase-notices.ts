import type { PurchaseState, Usher } from 'usher-runtime';
import { el } from '../../ui/dom.ts';
import { getElement } from '../../ui/get-element.ts';
import { isOpenPurchase } from './open-purchase.ts';

/**
 * A line under the header, beside the notices of the session, while a purchase is open: for pages
 * that do not show purchases themselves.
 */
export function mountPurchaseNotices(usher: Usher): void {
  const notice = el('div', { role: 'status', 'data-open-purchases': '' });
  getElement('.session-notices').append(notice);
  let shown = '';
  usher.$purchases.subscribe((purchases) => {
    const text = noticeText(purchases.filter(isOpenPurchase));
    if (text === shown) return;
    shown = text;
    notice.replaceChildren(
      ...(text ? [el('p', {}, text, ' ', el('a', { href: '/tickets.html' }, 'My tickets'))] : []),
    );
  });
}

function noticeText(open: readonly PurchaseState[]): string {
  if (!open.length) return '';
  const isUnpaid = open.every(
    ({ status }) => status === 'preparing' || status === 'awaiting-provider',
  );
  return isUnpaid
    ? 'You have begun to buy a ticket, and not paid it yet.'
    : 'A payment of yours is being confirmed.';
}
