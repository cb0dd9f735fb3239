import { el } from '../../ui/dom.ts';
import { affectsPayment } from './incident-text.ts';
import { incidentsNow, onIncidents } from './current-incidents.ts';

/**
 * Stands where something is bought, and says what is wrong with payments; empty while nothing is,
 * and again once it is over.
 */
export function createPaymentNote() {
  const note = el('div', { class: 'payment-note', role: 'status', 'data-payment-note': '' });
  draw(note);
  return note;
}

onIncidents(() => document.querySelectorAll('[data-payment-note]').forEach(draw));

function draw(note) {
  const incidents = incidentsNow().filter(affectsPayment);
  note.hidden = !incidents.length;
  note.replaceChildren(
    ...incidents.flatMap(({ title, description }) =>
      [el('strong', {}, title), description && el('span', {}, description)].filter(Boolean),
    ),
  );
}
