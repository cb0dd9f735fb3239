import { isOpen } from './purchase-record.ts';
import type { ErrorState } from '../../errors/error-state.ts';
import type { PurchaseRecord, PurchaseStatus, StoredError } from './purchase-record.ts';
import type { Ownership } from './ownership.ts';

/** A purchase for the page. */
export interface PurchaseState {
  readonly id: string;
  /**
   * `unknown`: a newer build of Usher wrote it, in another tab or before. Only that build continues
   * it. `suspended`: open, and of another viewer. It continues when that viewer is back.
   */
  readonly status: PurchaseStatus | 'suspended';
  /** `ppv`, `subscription`, `ownage`, … */
  readonly operation: string;
  /** `null` when no item is bought. */
  readonly item: string | null;
  readonly streamtype: string | null;
  /** In the currency's subunit (cents). */
  readonly amount: number | null;
  /** Three letters, for example `EUR`. */
  readonly currency: string | null;
  readonly provider: string | null;
  /** ID of the platform, with every digit. `null` until the purchase is prepared. */
  readonly transactionId: string | null;
  /** ms since 1970. */
  readonly startedAt: number;
  /** The start of this status, in ms since 1970. */
  readonly changedAt: number;
  /** End of the grant, in ms since 1970. `null` when it has none, or when it is not known. */
  readonly expiresAt: number | null;
  /** Why it failed, was abandoned, or does not continue at present. */
  readonly error?: ErrorState | undefined;
}

/** Statuses that do not change while this viewer is present. */
const settledStatuses: readonly PurchaseState['status'][] = [
  'granted',
  'failed',
  'abandoned',
  'suspended',
];

export const isSettledStatus = (status: PurchaseState['status']): boolean =>
  settledStatuses.includes(status);

const shownError = ({ code, hint, message = hint ?? code }: StoredError): ErrorState => ({
  code,
  message,
  hint,
});

/** The state of a journal entry. Fields are copied one by one, so that no secret is shown. */
export function purchaseState(entry: PurchaseRecord, ownership: Ownership): PurchaseState {
  const {
    id,
    step,
    values,
    transactionID = null,
    startedAt,
    changedAt,
    expiresAt = null,
    error,
  } = entry;
  const {
    operation = '',
    item,
    streamtype = null,
    amount = null,
    currency = null,
    provider = null,
  } = values;
  return {
    id,
    status: ownership === 'other' && isOpen(entry) ? 'suspended' : step,
    operation,
    item: item === undefined ? null : String(item),
    streamtype,
    amount,
    currency,
    provider,
    transactionId: transactionID,
    startedAt,
    changedAt,
    expiresAt,
    error: error && shownError(error),
  };
}
