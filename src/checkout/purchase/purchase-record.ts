import type {
  PaymentFinishtransactionValues,
  PaymentPreparetransactionValues,
} from '../../contract/call-values/payment.ts';
import type { RawReturn } from '../return/raw-return.ts';
import { termsOf, type SubscriptionTerms } from '../subscription-terms.ts';
import type { PurchaseNames } from './purchase-names.ts';
import type { StoredError } from './stored-error.ts';

/** Fields of `POST /payment/preparetransaction`. */
export type PrepareValues = PaymentPreparetransactionValues;
/** Fields of `POST /payment/finishtransaction`. */
export type FinishValues = PaymentFinishtransactionValues;

const steps = [
  'preparing',
  'awaiting-provider',
  'finishing',
  'pending',
  'verifying',
  'granted',
  'failed',
  'abandoned',
] as const;

/**
 * The progress of a purchase. `granted`, `failed` and `abandoned` are settled. A late return
 * revives the last two. `unknown`: a newer build of Usher wrote a step that this one does not know.
 * It counts as open, and only that build continues it.
 */
export type PurchaseStatus = (typeof steps)[number] | 'unknown';

export const isStep = (value: unknown): value is (typeof steps)[number] =>
  (steps as readonly unknown[]).includes(value);

/** The right of one tab to send the next request of a purchase. */
export interface PurchaseLease {
  readonly tabId: string;
  /** Wall time in ms. */
  readonly expiresAt: number;
  /** Other pages can check whether the page of the lease is still open. */
  readonly hasLock?: boolean | undefined;
}

/** The leases that a page knows: its own name, and the released ones. */
export interface KnownLeases {
  readonly tabId: string;
  readonly releasedLeases: ReadonlySet<string>;
}

/** A purchase in the journal. It is written before each recorded step. */
export interface PurchaseRecord {
  /** Random, but not a secret. */
  readonly id: string;
  readonly step: PurchaseStatus;
  /** The stored step of an `unknown` one. */
  readonly newerStep?: string | undefined;
  /** The user's ID. For all purchases without a user: one random name. */
  readonly owner: string;
  /** The values of the prepare call. */
  readonly values: PrepareValues;
  /** What the page knew of it and does not send. Absent in records of older builds. */
  readonly names?: PurchaseNames | undefined;
  /** ms since 1970. */
  readonly startedAt: number;
  readonly changedAt: number;
  /** With every digit. */
  readonly transactionID?: string;
  /**
   * The token that binds a return to this purchase. It cannot be guessed: only the provider knows
   * it.
   */
  readonly state?: string;
  /** The page on which the purchase began. */
  readonly page?: string;
  /** Time of the last opening of the provider. */
  readonly providerOpenedAt?: number;
  /**
   * The provider has no `read` of its own: a page without this provider can read its returns too,
   * by the names of the fields.
   */
  readonly usesDefaultReader?: boolean;
  /**
   * The values of the finish call, the same each time. Secret. Removed when the purchase is
   * settled.
   */
  readonly finish?: FinishValues | undefined;
  /**
   * Further returns. They are sent if the platform refuses `finish`: the viewer may have paid with
   * another card. Secret too.
   */
  readonly laterFinishes?: readonly FinishValues[] | undefined;
  /** MD5 of each refused finish: one that comes again gives up no other purchase. */
  readonly refusedFinishes?: readonly string[] | undefined;
  /** Returns that are not read yet, as they came. Secret too. */
  readonly unreadReturns?: readonly RawReturn[] | undefined;
  readonly lease?: PurchaseLease | undefined;
  /** Requests of this step without a result, in a row. */
  readonly tries?: number;
  readonly triedAt?: number;
  /** End of the grant, in ms since 1970. `null` when it has none. */
  readonly expiresAt?: number | null;
  /** What the platform has said of a subscription. */
  readonly terms?: SubscriptionTerms;
  readonly error?: StoredError | undefined;
  /** When a page found that its time is over. Set only if it may still turn out to be paid. */
  readonly overdueSince?: number | undefined;
}

/** A purchase that waits for its provider. Its transaction was prepared with these values. */
export interface PreparedRecord extends PurchaseRecord {
  readonly step: 'awaiting-provider';
  readonly values: PrepareValues & {
    readonly operation: string;
    readonly amount: number;
    readonly currency: string;
  };
  readonly transactionID: string;
  readonly state: string;
}

/** Open purchases are abandoned after this time without a return. */
export const dayMs = 86_400_000;
/** How long abandoned and failed purchases are kept. A late return revives them. */
const keptMs = 30 * dayMs;
/**
 * Whether a return of the purchase has not been read. It may be a payment: it keeps the purchase,
 * whatever the clock says, and a second payment must wait for it.
 */
export const isUnread = ({ unreadReturns = [] }: Pick<PurchaseRecord, 'unreadReturns'>): boolean =>
  unreadReturns.length > 0;
/** Whether a return of the purchase is not read, or not sent yet. It can revive the purchase. */
export const isReturning = (record: PurchaseRecord): boolean =>
  isUnread(record) || !!record.laterFinishes?.length;
/** Longer than the deadline of the guarded call, 30 s. */
export const leaseMs = 45_000;
/**
 * The tolerance for a clock that was ahead when a lease was written. Clocks are corrected a little
 * now and then.
 */
export const clockSkewMs = 5000;

export const isUnsettled = ({ step }: PurchaseRecord): boolean =>
  step !== 'granted' && step !== 'failed' && step !== 'abandoned';

/** Settled without a grant. A late return revives it. */
export const isGivenUp = ({ step }: PurchaseRecord): boolean =>
  step === 'abandoned' || step === 'failed';

/** Identifies one lease of a page. The page may live on, and take the next lease. */
export const leaseName = ({ tabId, expiresAt }: PurchaseLease): string => `${tabId} ${expiresAt}`;

/**
 * Whether another tab has the lease. A lease that ends later than any lease can was written by a
 * clock that has jumped.
 */
export const isTaken = (
  { lease }: PurchaseRecord,
  { tabId, releasedLeases }: KnownLeases,
  now: number,
): boolean =>
  !!lease &&
  lease.tabId !== tabId &&
  !releasedLeases.has(leaseName(lease)) &&
  lease.expiresAt > now &&
  lease.expiresAt <= now + leaseMs + clockSkewMs;

/** What a purchase is for: the values that are sent, and the global ID that the page has given. */
export interface Intent {
  readonly values: Pick<PrepareValues, 'operation' | 'item' | 'streamtype'>;
  readonly names?: { readonly globalId?: number | bigint | string | undefined } | undefined;
}

/**
 * Whether two purchases of one viewer are for the same thing. Two open ones are one then. A
 * subscription without an item may be the one that is sold with any item.
 */
export function isSameIntent(one: Intent, other: Intent): boolean {
  const { operation } = one.values;
  if (withoutLeadingZeros(operation) !== withoutLeadingZeros(other.values.operation)) return false;
  const lacksItem = !boughtItem(one.values) || !boughtItem(other.values);
  return (operation === 'subscription' && lacksItem) || isSameItem(one, other);
}

/** The bought item. `undefined` without one: platforms write 0 for none. */
export const boughtItem = ({ item }: Intent['values']): PrepareValues['item'] =>
  Number(item) > 0 ? item : undefined;

/** The bought item as the page sees it: as text, or `null` without one. */
export function boughtItemText(values: Intent['values']): string | null {
  const item = boughtItem(values);
  return item === undefined ? null : String(item);
}

/** Whether two purchases are for the same item, by its own ID or by its global ID. */
export const isSameItem = (one: Intent, other: Intent): boolean =>
  isItemOf(one.values, other) || isItemOf(other.values, one);

/**
 * Whether values name the item of a purchase. Without a streamtype it may be the item of any
 * streamtype.
 */
const isItemOf = ({ item, streamtype }: Intent['values'], { values, names }: Intent): boolean =>
  (withoutLeadingZeros(item) === withoutLeadingZeros(values.item) &&
    (!streamtype || !values.streamtype || streamtype === values.streamtype)) ||
  (streamtype === 'allmedia' &&
    !!names?.globalId &&
    withoutLeadingZeros(item) === withoutLeadingZeros(names.globalId));

/** An ID is a number: leading zeros say nothing. */
export const withoutLeadingZeros = (value: string | number | bigint | undefined): string =>
  String(value ?? '').replace(/^0+(?=\d)/, '');

/**
 * Whether no return has come from the provider. A paid purchase is never abandoned, even if the
 * platform does not accept it for long.
 */
export const awaitsPayment = ({ step }: PurchaseRecord): boolean =>
  step === 'preparing' || step === 'awaiting-provider';

/** Whether nothing can have been paid yet, so that another purchase may replace it. */
export const isReplaceable = (
  record: PurchaseRecord,
  { releasedLeases }: KnownLeases,
  now: number,
): boolean =>
  !record.providerOpenedAt &&
  awaitsPayment(record) &&
  !isTaken(record, { tabId: '', releasedLeases }, now);

/**
 * Whether a record is kept: an open one, and one with an unread return; a grant until it ends, and
 * a subscription that renews itself; all other records for 30 days. A grant whose end is not known
 * is one of these, but what was bought for good has no end.
 */
export const isKept = (record: PurchaseRecord, now: number): boolean =>
  isUnsettled(record) ||
  isUnread(record) ||
  now - record.changedAt < keptMs ||
  (record.step === 'granted' && (endOf(record) > now || renewsItself(record)));

const endOf = ({ values, expiresAt }: PurchaseRecord): number =>
  expiresAt ?? (values.operation === 'ownage' ? Infinity : 0);

/** Whether a subscription goes on after the end that this device knows. */
const renewsItself = (record: Pick<PurchaseRecord, 'values' | 'terms'>): boolean =>
  termsOf(record).willRenew === true;
