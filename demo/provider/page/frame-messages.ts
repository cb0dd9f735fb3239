/** What has come of a payment, as the shop gets it. */
export interface PaymentOutcome {
  readonly outcome: 'approved' | 'declined' | 'pending' | 'cancelled';
  /** Proves the outcome. Absent where nothing is decided, or where the outcome is not known. */
  readonly token?: string;
  /** The provider's own ID of the payment. */
  readonly reference?: string;
}

/** What the payment page in the dialog says to the page of the shop. */
export type FrameMessage = { readonly from: 'harbour-pay' } & (
  | {
      readonly type: 'ready';
      /** The page shows a payment that was made before. */
      readonly isSettled: boolean;
    }
  /** In CSS pixels. */
  | { readonly type: 'height'; readonly height: number }
  /** A choice is on its way. */
  | { readonly type: 'sent' }
  | ({ readonly type: 'answer' } & PaymentOutcome)
);

/** What the page of the shop says to the payment page. */
export interface ShopMessage {
  readonly from: 'harbour-pay-shop';
  /** `shown`: the dialog is visible. `leave`: the viewer wants to leave. */
  readonly type: 'shown' | 'leave';
}
