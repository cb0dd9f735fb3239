import { el } from '../../ui/dom.ts';
import { currentIncidents, onIncidents } from './current-incidents.ts';
import { affectsPayment } from './incident-text.ts';

/**
 * Says what is wrong with payments, where something is bought; empty while nothing is, and again
 * once it is over.
 */
export function createPaymentNote(): HTMLElement {
  const note = el('div', { class: 'payment-note', role: 'status', 'data-payment-note': '' });
  draw(note);
  return note;
}

onIncidents(() => document.querySelectorAll<HTMLElement>('[data-payment-note]').forEach(draw));

function draw(note: HTMLElement): void {
  const incidents = currentIncidents().filter(affectsPayment);
  note.hidden = incidents.length === 0;
  note.replaceChildren(
    ...incidents.flatMap(({ title, description }) => [
      el('strong', {}, title),
      ...(description ? [el('span', {}, description)] : []),
    ]),
  );
}
