/**
 * The start of the names of payment windows. Each window has its own name, so that no click reuses
 * the window of another purchase.
 */
export const paymentWindowPrefix = 'usher-payment-';

/**
 * Opens a blank payment window. `null` when it is blocked. Call it in the click, before any
 * `await`: browsers allow it only there.
 */
export const openPaymentWindow = (random: () => number): Window | null =>
  window.open('', paymentWindowPrefix + random());

/** A payment window. `null` when it was blocked, another value when none is needed. */
export type Popup = Window | null | undefined | false;
