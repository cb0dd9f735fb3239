import type { Offer } from 'usher-runtime';
import type { UsherGateElement, UsherOffersElement } from 'usher-runtime/elements';
import { el } from '../../ui/dom.ts';
import { createPaymentNote } from '../incidents/payment-note.ts';

/** What stands below the providers: what is wrong with payments, and the fine print. */
export function createPaymentNotes(element: UsherGateElement | UsherOffersElement): HTMLElement {
  const finePrint = el('p', { class: 'fine' });
  element.addEventListener('usher-choose', ({ detail }) => {
    finePrint.textContent = detail ? finePrintOf(detail) : '';
  });
  return el('div', { class: 'payment-notes', slot: 'payment' }, createPaymentNote(), finePrint);
}

function finePrintOf({ operation }: Offer): string {
  const once = 'You are charged once, even if this page closes on the way.';
  return operation === 'subscription'
    ? `It renews by itself until you stop that, under “My tickets”. ${once}`
    : once;
}
