import type { RawReturn } from '../return/raw-return.ts';
import type { SubscriptionTerms } from '../subscription-terms.ts';
import type { FinishValues, PurchaseLease } from './purchase-record.ts';
import type { StoredError } from './stored-error.ts';

/** The events of a purchase, with their data. */
export type PurchaseEvent =
  /** A tab is about to send the next request. */
  | { readonly type: 'lease-taken'; readonly lease: PurchaseLease; readonly tries: number }
  /** The platform has prepared the transaction. */
  | { readonly type: 'prepared'; readonly transactionID: string; readonly state: string }
  /** The provider is about to be opened. */
  | { readonly type: 'provider-opened'; readonly usesDefaultReader?: boolean }
  /** A return has come from the provider. It is stored as it is until it can be read. */
  | { readonly type: 'received'; readonly raw: RawReturn }
  /** The return cannot be read on this page. It is kept, and read again on the next page. */
  | { readonly type: 'unread'; readonly error: StoredError }
  /** The provider has returned values for the finish call. */
  | { readonly type: 'returned'; readonly finish: FinishValues }
  /** No payment is known: cancelled, never opened, or a day without a return. */
  | { readonly type: 'abandoned'; readonly error?: StoredError | undefined }
  /**
   * The platform has refused the prepare or a finish, or a verified provider has declined.
   * `finish`: the values of the refused finish. A refusal of other values than those of the
   * purchase changes nothing, and one without values counts only while the purchase has none.
   */
  | {
      readonly type: 'refused';
      readonly error: StoredError;
      readonly finish?: FinishValues | undefined;
    }
  /**
   * The provider has said nothing clear, or could not be opened. A purchase that has come back
   * stays as it is: another tab may be sending its finish.
   */
  | { readonly type: 'unclear'; readonly error: StoredError }
  /** The platform has given no answer, or none with a clear state. */
  | {
      readonly type: 'unanswered';
      readonly error: StoredError | undefined;
      readonly tries?: number;
      readonly triedAt?: number;
    }
  /** The platform has refused a finish by an answer that decides nothing. */
  | { readonly type: 'undecided'; readonly error: StoredError }
  /** The provider has not confirmed the payment yet. */
  | { readonly type: 'deferred' }
  /** The platform has finished the transaction. */
  | {
      readonly type: 'finished';
      readonly expiresAt: number | null;
      readonly terms?: SubscriptionTerms;
    }
  /** The viewer has access, or the item was checked often enough. */
  | { readonly type: 'verified' };
