import { errorState, type ErrorState } from '../../errors/error-state.ts';
import { termsOf, type SubscriptionTerms } from '../subscription-terms.ts';
import { isHeldBack } from './machine.ts';
import type { Ownership } from './ownership.ts';
import {
  boughtItemText,
  isUnread,
  isUnsettled,
  type PurchaseRecord,
  type PurchaseStatus,
} from './purchase-record.ts';
import { refusalOf, type PurchaseRefusal } from './refusal.ts';
import type { StoredError } from './stored-error.ts';

/**
 * A purchase for the page. For another viewer, and while the viewer is not known, it has its `id`,
 * `status`, `startedAt` and `changedAt` only. The other fields are `null`, `operation` is empty. A
 * subscription has its terms: those of the sale, or what the platform has said of them since.
 */
export interface PurchaseState extends SubscriptionTerms {
  readonly id: string;
  /**
   * `unknown`: a newer build of Usher wrote it, in another tab or before. Only that build continues
   * it. `suspended`: not settled, and of another viewer. It continues when that viewer is back.
   */
  readonly status: PurchaseStatus | 'suspended';
  /** `ppv`, `subscription`, `ownage`, … */
  readonly operation: string;
  /** `null` when no item is bought. */
  readonly item: string | null;
  readonly streamtype: string | null;
  /** The global ID of the item. `null` when it was not known at the sale. */
  readonly globalId: string | null;
  /** The title that `buy` was given. `null` without one. */
  readonly title: string | null;
  /** In the currency's subunit (cents). */
  readonly amount: number | null;
  /** Three letters, for example `EUR`. */
  readonly currency: string | null;
  /** The rental period, in hours. Absent when the offer did not say it. */
  readonly hours?: number | undefined;
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
  /**
   * Why it is `failed`, so that a page can say what was charged. Absent in every other status. Look
   * at `hasUnreadReturn` first: a later payment of the same purchase may be unread.
   */
  readonly refusal?: PurchaseRefusal | undefined;
  /**
   * The provider has answered, and its answer is not read yet: no page could read it, or the
   * journal cannot be written. `error` says which. Also `true` while a late payment waits for
   * another purchase of the same. The viewer may have paid.
   */
  readonly hasUnreadReturn: boolean;
}

/**
 * Statuses that do not change while this viewer is present: the settled ones, and `suspended`,
 * which is not settled.
 */
const restingStatuses: readonly PurchaseState['status'][] = [
  'granted',
  'failed',
  'abandoned',
  'suspended',
];

export const isAtRest = (status: PurchaseState['status']): boolean =>
  restingStatuses.includes(status);

const shownError = ({ message, retryable = false, ...error }: StoredError): ErrorState =>
  errorState({ ...error, message: message ?? error.hint ?? error.code, retryable });

/** The error of a purchase whose return waits in the inbox. */
const waitingError: StoredError = {
  code: 'journal-unavailable',
  hint: 'the answer of the provider waits for the journal',
};

/**
 * The state of a journal record. Only its own viewer sees what was bought. Fields are copied one by
 * one, so that no secret is shown. `isWaiting`: a return of it waits in the inbox, because the
 * journal cannot be written.
 */
export function purchaseState(
  record: PurchaseRecord,
  ownership: Ownership,
  isWaiting = false,
): PurchaseState {
  const { id, step, startedAt, changedAt } = record;
  const isSuspended = ownership === 'other' && isUnsettled(record);
  return {
    id,
    status: isSuspended ? 'suspended' : step,
    ...(ownership === 'own' ? ownDetails(record, isWaiting) : detailsOf(nothingShown)),
    startedAt,
    changedAt,
  };
}

/** A state as another viewer sees it. */
export const withoutDetails = (state: PurchaseState): PurchaseState => ({
  ...state,
  ...detailsOf(nothingShown),
});

type Details = Omit<PurchaseState, 'id' | 'status' | 'startedAt' | 'changedAt'>;

/** The part of a purchase that another viewer sees. */
const nothingShown = { values: {} };

const ownDetails = (record: PurchaseRecord, isWaiting: boolean): Details => ({
  ...detailsOf(isWaiting ? { ...record, error: waitingError } : record),
  refusal: refusalOf(record),
  hasUnreadReturn: isWaiting || isUnread(record) || isHeldBack(record),
});

function detailsOf(
  record: Pick<
    PurchaseRecord,
    'values' | 'names' | 'transactionID' | 'expiresAt' | 'terms' | 'error'
  >,
): Details {
  const { values, names, transactionID, expiresAt, error } = record;
  const { operation, streamtype, amount, currency, provider } = values;
  return {
    operation: operation ?? '',
    item: boughtItemText(values),
    streamtype: streamtype || null,
    globalId: names?.globalId ?? null,
    title: names?.title ?? null,
    hours: names?.hours,
    amount: amount ?? null,
    currency: currency ?? null,
    provider: provider ?? null,
    transactionId: transactionID ?? null,
    expiresAt: expiresAt ?? null,
    ...termsOf(record),
    error: error && shownError(error),
    refusal: undefined,
    hasUnreadReturn: false,
  };
}
