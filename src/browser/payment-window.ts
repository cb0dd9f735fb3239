/**
 * How the names of payment windows begin. Each window has a name of its own, so that no click gets
 * the window of another purchase.
 */
export const paymentWindowPrefix = 'usher-payment-';

/**
 * Opens one, blank; `null` where that is blocked. In the click, before anything is awaited:
 * browsers allow it only there.
 */
export const openPaymentWindow = (random: () => number): Window | null =>
  window.open('', paymentWindowPrefix + random());

/** A payment window; `null` where it was blocked, nothing else where none is wanted. */
export type Popup = Window | null | undefined | false;
