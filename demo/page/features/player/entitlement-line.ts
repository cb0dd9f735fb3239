import { html, nothing, render } from 'lit/html.js';
import type { AccessReason, ItemState, MediaItem, Usher } from 'usher-runtime';
import { formatDateTime } from '../../ui/format-date-time.ts';
import { icon } from '../../ui/icon.ts';

/**
 * What gives the viewer access, and until when; nothing where the item is free, or access is
 * denied.
 */
export function mountEntitlementLine(container: HTMLElement, usher: Usher, item: MediaItem): void {
  const { ID, streamtype } = item.general;
  usher.item({ item: ID, streamtype }).$state.subscribe((state) => {
    const text = entitlementText(state);
    container.hidden = !text;
    const line = html`${icon('ticket')}<span>${text}</span><a href="/tickets.html">My tickets</a>`;
    render(text ? line : nothing, container);
  });
}

function entitlementText({ access, reason, expiresAt }: ItemState): string {
  if (access !== 'granted') return '';
  const end = expiresAt ? formatDateTime(expiresAt) : '';
  const texts: Readonly<Partial<Record<AccessReason, string>>> = {
    paid: end ? `Rented until ${end}.` : 'Yours for good.',
    subscription: `In your subscription${end && `, paid until ${end}`}.`,
    voucher: `Opened by your voucher${end ? ` until ${end}` : ' for good'}.`,
    external: `Opened by your membership${end && ` until ${end}`}.`,
  };
  return texts[reason] ?? '';
}
