import { html, render } from 'lit/html.js';
import type { Offer } from 'usher-runtime';
import type { UsherGateElement, UsherOffersElement } from 'usher-runtime/elements';
import { createPaymentNote } from '../incidents/payment-note.ts';

/** What stands below the providers: what is wrong with payments, and the fine print. */
export function createPaymentNotes(element: UsherGateElement | UsherOffersElement): HTMLElement {
  const notes = document.createElement('div');
  notes.className = 'payment-notes';
  notes.slot = 'payment';
  const incidents = createPaymentNote();
  const draw = (finePrint: string): void => {
    render(
      html`${incidents}
        <p class="fine">${finePrint}</p>`,
      notes,
    );
  };
  element.addEventListener('usher-choose', ({ detail }) => draw(detail ? finePrintOf(detail) : ''));
  draw('');
  return notes;
}

function finePrintOf({ operation }: Offer): string {
  const once = 'You are charged once, even if this page closes during the payment.';
  return operation === 'subscription'
    ? `It renews by itself until you stop that, under “My tickets”. ${once}`
    : once;
}
