import { formatPrice } from '/dist/cdn/usher.js';
import { el } from '../../ui/dom.ts';
import { formatTimeOfDay } from '../../ui/format-date-time.ts';
import type { Evidence } from './evidence.ts';
import type { Sale } from './sales.ts';
import type { Watch } from './watch.ts';

/** As many as a viewer reads. */
const maxShown = 8;

/** Shows what the platform has charged this viewer, and what it has granted. */
export function showLedger(place: HTMLElement, { $evidence }: Pick<Watch, '$evidence'>): void {
  let shown = '';
  $evidence.subscribe((evidence) => {
    if (!evidence) return;
    const text = JSON.stringify([evidence.platformUser, evidence.sales]);
    if (text === shown) return;
    shown = text;
    place.replaceChildren(...contentOf(evidence));
  });
}

function contentOf({ platformUser, sales }: Evidence): HTMLElement[] {
  if (!platformUser) return [el('p', { class: 'soft' }, 'No viewer is logged in.')];
  const earlier = sales.length - maxShown;
  return [
    el('p', { class: 'soft' }, `The ledger of ${platformUser.name}, the newest first.`),
    el(
      'table',
      { class: 'ledger' },
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          ...['Film', 'Charged', 'Granted'].map((name) => el('th', { scope: 'col' }, name)),
        ),
      ),
      el('tbody', {}, ...sales.slice(0, maxShown).map(createRow)),
    ),
    ...(earlier > 0 ? [el('p', { class: 'soft' }, `${earlier} more before.`)] : []),
  ];
}

function createRow(sale: Sale): HTMLElement {
  const { title, transaction, grantedAt } = sale;
  return el(
    'tr',
    { 'data-transaction': transaction },
    el('td', {}, title),
    el('td', {}, chargedText(sale)),
    el('td', {}, grantedAt === null ? 'no' : formatTimeOfDay(grantedAt)),
  );
}

function chargedText({ paidMinor, currency, isGivenBack, chargedAt }: Sale): string {
  if (isGivenBack) return 'given back';
  if (!chargedAt.length) return 'no';
  return formatPrice({ amount: paidMinor, currency }, document.documentElement.lang);
}
