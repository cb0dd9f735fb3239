import { isOpen } from './purchase-record.ts';
import type { PurchaseRecord, Step, Trouble } from './purchase-record.ts';
import type { Ownership } from './ownership.ts';

/** A purchase as the page sees it. */
export interface PurchaseState {
  readonly id: string;
  /**
   * `unknown`: a newer build of Usher wrote it, in another tab or before; only that one goes on
   * with it. `parked`: open, and known to be another viewer's; it goes on when they are back.
   */
  readonly status: Step | 'parked';
  /** `ppv`, `subscription`, `ownage`, … */
  readonly operation: string;
  /** `null` where no item is bought. */
  readonly item: string | null;
  readonly streamtype: string | null;
  /** In the currency's subunit (cents). */
  readonly amount: number | null;
  /** Three letters, as `EUR`. */
  readonly currency: string | null;
  readonly provider: string | null;
  /** The platform's, to the last digit; `null` until it is prepared. */
  readonly transactionID: string | null;
  /** ms since 1970. */
  readonly startedAt: number;
  /** When it came to this status, in ms since 1970. */
  readonly changedAt: number;
  /** End of what was bought, in ms since 1970; `null` when it has none, or is not known. */
  readonly until: number | null;
  /**
   * Why it failed, was given up, or does not go on at present: an error's code, with the platform's
   * words.
   */
  readonly error?: Trouble | undefined;
}

/** Statuses at which nothing more happens while this viewer is there. */
const settledStatuses: readonly PurchaseState['status'][] = [
  'granted',
  'failed',
  'abandoned',
  'parked',
];

export const isSettledStatus = (status: PurchaseState['status']): boolean =>
  settledStatuses.includes(status);

/** Shows an entry of the journal: field by field, so that no secret goes along. */
export function purchaseState(entry: PurchaseRecord, ownership: Ownership): PurchaseState {
  const {
    id,
    step,
    values,
    transactionID = null,
    startedAt,
    changedAt,
    until = null,
    trouble,
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
    status: ownership === 'other' && isOpen(entry) ? 'parked' : step,
    operation,
    item: item === undefined ? null : String(item),
    streamtype,
    amount,
    currency,
    provider,
    transactionID,
    startedAt,
    changedAt,
    until,
    error: trouble,
  };
}
