import type { UsherOffersElement } from 'usher-runtime/elements';
import { createPaymentNotes } from '../checkout/payment-notes.ts';
import { renewalOf } from '../checkout/renewal.ts';

/** The subscriptions that the domain sells, without its other offers. */
export function mountSubscriptionOffers(element: UsherOffersElement): void {
  element.filter = ({ operation }) => operation === 'subscription';
  element.optionsOf = renewalOf;
  element.append(createPaymentNotes(element));
}
