import { nothing } from './nothing.ts';

/**
 * The start of the names of payment windows. Each window has its own name, so that no click reuses
 * the window of another purchase.
 */
export const paymentWindowPrefix = 'usher-payment-';

/**
 * What a click on buy has for its payment:
 *
 * - `window`: the click opened a blank window. The viewer may close it at any time.
 * - `blocked`: the click tried to open a window, and the browser refused.
 * - `shown`: the purchase has an open window, which is shown again. If the viewer closes it before
 *   the purchase goes on, the next click opens another one.
 * - `none`: the click opened none. The provider takes no payment in a window, or no viewer is
 *   logged in who could pay.
 *
 * For `blocked` and `none`, a provider of the type `popup` is shown in the page itself.
 */
export type Popup = OpenedPopup | MissingPopup;

/** A window that the click opened, or that the viewer has left open on a page of the shop. */
export interface OpenedPopup {
  readonly kind: 'window';
  readonly window: Window;
  /** Closes a window that the click opened, also when it shows the provider. */
  readonly close: () => void;
}

/** The click has no window of its own. */
export interface MissingPopup {
  readonly kind: 'blocked' | 'shown' | 'none';
  /** Does nothing: there is no window. */
  readonly close: () => void;
}

/** The click opened no window. */
export const noPopup: Popup = { kind: 'none', close: nothing };

/** The click has shown the open window of its purchase. */
export const shownPopup: Popup = { kind: 'shown', close: nothing };

/**
 * Opens a blank payment window. Call it in the click, before any `await`: browsers allow it only
 * there.
 */
export function openPaymentWindow(random: () => number): Popup {
  const opened = window.open('', paymentWindowPrefix + random());
  return opened
    ? { kind: 'window', window: opened, close: () => opened.close() }
    : { kind: 'blocked', close: nothing };
}
