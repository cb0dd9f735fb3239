import { html, nothing, render } from 'lit/html.js';
import { currentIncidents, onIncidents } from './current-incidents.ts';
import { affectsPayment } from './incident-text.ts';

/**
 * Says what is wrong with payments, where something is bought; empty while nothing is, and again
 * once it is over.
 */
export function createPaymentNote(): HTMLElement {
  const note = document.createElement('div');
  note.className = 'payment-note';
  note.setAttribute('role', 'status');
  note.dataset['paymentNote'] = '';
  draw(note);
  return note;
}

onIncidents(() => document.querySelectorAll<HTMLElement>('[data-payment-note]').forEach(draw));

function draw(note: HTMLElement): void {
  const incidents = currentIncidents().filter(affectsPayment);
  note.hidden = incidents.length === 0;
  render(
    incidents.map(
      ({ title, description }) =>
        html`<strong>${title}</strong>${description ? html`<span>${description}</span>` : nothing}`,
    ),
    note,
  );
}
