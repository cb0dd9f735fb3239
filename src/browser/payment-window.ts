/** The name of the window in which a provider takes a payment: one at a time. */
export const paymentWindow = 'usher-payment';

/** Opens it, blank; `null` where that is blocked. In the click, before anything is awaited: browsers allow it only there. */
export const openPaymentWindow = (): Window | null => window.open('', paymentWindow);

/** A payment window; nothing where none is wanted, or it was blocked. */
export type Popup = Window | null | undefined | false;
