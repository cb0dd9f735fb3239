import { UsherError } from './usher-error.ts';

/** The same is being bought on other terms, or the transaction is not settled yet. */
export interface PurchaseInProgressError extends UsherError<'purchase-in-progress'> {
  /** The open transaction, with every digit. Absent before it is prepared. */
  readonly transactionId?: string;
}

/** Creates the error about an open purchase. */
export const purchaseInProgress = (
  message: string,
  { transactionID }: { readonly transactionID?: string | undefined },
): PurchaseInProgressError =>
  new UsherError(
    'purchase-in-progress',
    message,
    transactionID === undefined ? {} : { transactionId: transactionID },
  );
