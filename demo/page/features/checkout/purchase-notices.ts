import { html, nothing, render } from 'lit/html.js';
import type { PurchaseState, Usher } from 'usher-runtime';
import { getElement } from '../../ui/get-element.ts';
import { isOpenPurchase } from './open-purchase.ts';

/**
 * A line under the header, beside the notices of the session, while a purchase is open: for pages
 * that do not show purchases themselves.
 */
export function mountPurchaseNotices(usher: Usher): void {
  const notice = document.createElement('div');
  notice.setAttribute('role', 'status');
  notice.dataset['openPurchases'] = '';
  getElement('.session-notices').append(notice);
  usher.$purchases.subscribe((purchases) => {
    const text = noticeText(purchases.filter(isOpenPurchase));
    const template = html`<p>${text} <a href="/tickets.html">My tickets</a></p>`;
    render(text ? template : nothing, notice);
  });
}

function noticeText(open: readonly PurchaseState[]): string {
  if (!open.length) return '';
  const isUnpaid = open.every(
    ({ status }) => status === 'preparing' || status === 'awaiting-provider',
  );
  return isUnpaid
    ? 'You have started to buy a ticket, and have not paid for it yet.'
    : 'A payment of yours is being confirmed.';
}
