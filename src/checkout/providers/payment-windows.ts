import type { OpenedPopup, Popup } from '../../browser/payment-window.ts';

/** The place of a payment. */
export type PaymentWindow = ProviderWindow | PagePayment;

/** A window that shows the provider. */
export interface ProviderWindow {
  readonly kind: 'window';
  readonly closed: boolean;
  readonly focus: () => void;
  readonly close: () => void;
  /**
   * The window for another opening of the provider, when the viewer has gone back in it to a page
   * of this site.
   */
  readonly reuse: () => OpenedPopup | undefined;
}

/**
 * A provider without a window of its own: one in the page, which can be closed, or one for which
 * the viewer has left the page. That one is closed when the viewer is back.
 */
export interface PagePayment {
  readonly kind: 'page';
  readonly closed: boolean;
  readonly close: () => void;
}

/** The payment windows of this page, by purchase. */
export interface PaymentWindows {
  /** The window in which the viewer pays, or has paid. */
  readonly find: (id: string) => PaymentWindow | undefined;
  /** Records that the window shows the provider. */
  readonly show: (id: string, window: PaymentWindow) => void;
  /** Records the blank window of a click, if it has one. */
  readonly addBlank: (id: string, popup: Popup) => void;
  /** Closes the blank windows of all purchases for which `isNeeded` is `false`. */
  readonly closeBlank: (isNeeded: (id: string) => boolean) => void;
  /** Closes the windows of all purchases for which `isAbandoned` is `true`. */
  readonly closeShown: (isAbandoned: (id: string) => boolean) => void;
}

export function createPaymentWindows(): PaymentWindows {
  const shown = new Map<string, PaymentWindow>();
  const blank = new Map<string, OpenedPopup>();
  return {
    find: (id) => shown.get(id),
    show(id, window) {
      shown.set(id, window);
      blank.delete(id);
    },
    addBlank(id, popup) {
      if (popup.kind === 'window') blank.set(id, popup);
    },
    closeBlank(isNeeded) {
      for (const [id, popup] of blank) {
        if (isNeeded(id)) continue;
        blank.delete(id);
        popup.close();
      }
    },
    closeShown(isAbandoned) {
      for (const [id, window] of shown) {
        if (!window.closed && isAbandoned(id)) window.close();
      }
    },
  };
}
