import { formatPrice } from '/dist/cdn/usher.js';
import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { formatTimeOfDay } from '../../ui/format-date-time.ts';
import type { Evidence } from './evidence.ts';
import type { Sale } from './sales.ts';
import type { Watch } from './watch.ts';

/** As many as a viewer reads. */
const maxShown = 8;

/** Shows what the platform has charged this viewer, and what it has granted. */
export function showLedger(place: HTMLElement, { $evidence }: Pick<Watch, '$evidence'>): void {
  $evidence.subscribe((evidence) => render(ledger(evidence), place));
}

function ledger(evidence: Evidence | undefined): TemplateResult {
  if (!evidence?.platformUser) return html`<p class="soft">No viewer is logged in.</p>`;
  const { platformUser, sales } = evidence;
  const earlier = sales.length - maxShown;
  return html`<p class="soft">The ledger of ${platformUser.name}, the newest first.</p>
    <table class="ledger">
      <thead>
        <tr>
          ${['Film', 'Charged', 'Granted'].map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${sales.slice(0, maxShown).map(saleRow)}
      </tbody>
    </table>
    ${earlier > 0 ? html`<p class="soft">${earlier} more before.</p>` : nothing}`;
}

const saleRow = (sale: Sale): TemplateResult =>
  html`<tr data-transaction=${sale.transaction}>
    <td>${sale.title}</td>
    <td>${chargedText(sale)}</td>
    <td>${sale.grantedAt === null ? 'no' : formatTimeOfDay(sale.grantedAt)}</td>
  </tr>`;

function chargedText({ paidMinor, currency, isGivenBack, chargedAt }: Sale): string {
  if (isGivenBack) return 'given back';
  if (!chargedAt.length) return 'no';
  return formatPrice({ amount: paidMinor, currency }, document.documentElement.lang);
}
