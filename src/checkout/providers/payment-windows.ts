/** What takes a payment: a window, or a provider in the page. */
export interface PaymentWindow {
  readonly closed: boolean;
  readonly focus?: () => void;
}

/** The payment windows that this page has opened, by purchase. */
export interface PaymentWindows {
  /** The window in which the viewer pays, or has paid. */
  readonly find: (id: string) => PaymentWindow | undefined;
  /** The provider is shown in it. */
  readonly show: (id: string, window: PaymentWindow) => void;
  /** It shows nothing yet. */
  readonly addBlank: (id: string, popup: Window) => void;
  /** Closes the blank windows of all purchases but those that `isNeeded` names. */
  readonly closeBlank: (isNeeded: (id: string) => boolean) => void;
}

export function createPaymentWindows(): PaymentWindows {
  const shown = new Map<string, PaymentWindow>();
  const blank = new Map<string, Window>();
  return {
    find: (id) => shown.get(id),
    show(id, window) {
      shown.set(id, window);
      blank.delete(id);
    },
    addBlank: (id, popup) => void blank.set(id, popup),
    closeBlank(isNeeded) {
      for (const [id, popup] of blank) {
        if (isNeeded(id)) continue;
        blank.delete(id);
        popup.close();
      }
    },
  };
}
