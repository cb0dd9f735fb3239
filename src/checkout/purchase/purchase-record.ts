import type { RawReturn } from '../../payment-return/inbox.ts';
import type { ValuesOf } from '../../contract/endpoint.ts';
import type { paymentRows } from '../../contract/payment.ts';

/** Fields of `POST /payment/preparetransaction`. */
export type PrepareValues = ValuesOf<typeof paymentRows.preparetransaction>;
/** Fields of `POST /payment/finishtransaction`. */
export type FinishValues = ValuesOf<typeof paymentRows.finishtransaction>;

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
 * How far a purchase has come. `granted`, `failed` and `abandoned` are settled, until a late return
 * revives the last two. `unknown`: a newer build of Usher wrote a step that this one does not know.
 * It counts as open, and only that build goes on with it.
 */
export type Step = (typeof steps)[number] | 'unknown';

export const isStep = (value: unknown): value is (typeof steps)[number] =>
  (steps as readonly unknown[]).includes(value);

/** The right of one tab to send the next request of a purchase. */
export interface PurchaseLease {
  readonly by: string;
  /** Wall time in ms. */
  readonly until: number;
  /** While the page that has it lives, other pages can see that. */
  readonly isSeen?: boolean | undefined;
}

/** What a page knows of leases: its own name, and which are let go of. */
export interface LeaseSight {
  readonly tab: string;
  readonly releasedLeases: ReadonlySet<string>;
}

/** Why a purchase does not go on, as it is kept. */
export interface Trouble {
  readonly code: string;
  readonly hint?: string | undefined;
}

/** A purchase as the journal keeps it: written before each step that it records. */
export interface PurchaseRecord {
  /** Not to be guessed, and no secret. */
  readonly id: string;
  readonly step: Step;
  /** What the journal holds in the place of an `unknown` step. */
  readonly newerStep?: string | undefined;
  /** The user's ID; where the dialect lets anybody buy, the device hash. */
  readonly owner: string;
  /** What was or is sent to prepare it. */
  readonly values: PrepareValues;
  /** ms since 1970. */
  readonly startedAt: number;
  readonly changedAt: number;
  /** To the last digit. */
  readonly transactionID?: string;
  /** What binds a return to this purchase: not to be guessed, known to the provider only. */
  readonly state?: string;
  /** The page on which it was begun. */
  readonly page?: string;
  /** When the provider was last opened. */
  readonly leftAt?: number;
  /**
   * That provider has no `read` of its own: a page that does not know it can read its returns too,
   * by the names of the fields.
   */
  readonly isReadByName?: boolean;
  /** What is sent to finish it, the same each time. Secret, and gone once it is settled. */
  readonly finish?: FinishValues | undefined;
  /**
   * What came back meanwhile, and is sent where the platform refuses that: the viewer may have paid
   * with another card. As secret.
   */
  readonly later?: readonly FinishValues[] | undefined;
  /** Returns that are not read yet, as they came. As secret. */
  readonly raw?: readonly RawReturn[] | undefined;
  readonly lease?: PurchaseLease | undefined;
  /** Requests of this step that gave no result, one after the other. */
  readonly tries?: number;
  readonly triedAt?: number;
  /** End of what was bought, in ms since 1970; `null` when it has none. */
  readonly until?: number | null;
  readonly trouble?: Trouble | undefined;
}

/** Open purchases are given up after that long without a return. */
export const dayMs = 86_400_000;
/** What was given up or failed is kept for that long: a late return revives it. */
const keptMs = 30 * dayMs;
/** Until then a return that no page could read keeps the purchase open; 0 without one. */
export const unreadUntil = ({ raw = [] }: PurchaseRecord): number =>
  Math.max(0, ...raw.map(({ at }) => at + keptMs));
/** A lease outlives the deadline of what it guards, 30 s. */
export const leaseMs = 45_000;
/**
 * By so much the clock may have been ahead when a lease was written: it is set right a little now
 * and then.
 */
export const clockSkewMs = 5000;

export const isOpen = ({ step }: PurchaseRecord): boolean =>
  step !== 'granted' && step !== 'failed' && step !== 'abandoned';

/** One lease of a page: that page may live on, and take the next one. */
export const leaseName = ({ by, until }: PurchaseLease): string => `${by} ${until}`;

/**
 * Whether another tab is at it. A lease that ends much later than any can was written by a clock
 * that has jumped.
 */
export const isTaken = (
  { lease }: PurchaseRecord,
  { tab, releasedLeases }: LeaseSight,
  now: number,
): boolean =>
  !!lease &&
  lease.by !== tab &&
  !releasedLeases.has(leaseName(lease)) &&
  lease.until > now &&
  lease.until <= now + leaseMs + clockSkewMs;

/** What is bought: two open purchases of one viewer with the same intent are one. */
export const intentOf = ({ operation, streamtype, item }: PrepareValues): string =>
  [operation, streamtype, item].map((part) => String(part ?? '')).join('|');

/** Whether a second wish is the same in everything that the viewer agrees to. */
export const isSameDeal = (one: PrepareValues, other: PrepareValues): boolean =>
  one.amount === other.amount && one.currency === other.currency && one.provider === other.provider;

/**
 * No return has come from the provider. A paid purchase is never given up, however long the
 * platform does not take it.
 */
export const isUnpaidYet = ({ step }: PurchaseRecord): boolean =>
  step === 'preparing' || step === 'awaiting-provider';

/** Whether nothing can have been paid yet, so that another purchase may stand in its place. */
export const isUnpaid = (
  entry: PurchaseRecord,
  { releasedLeases }: LeaseSight,
  now: number,
): boolean =>
  !entry.leftAt && isUnpaidYet(entry) && !isTaken(entry, { tab: '', releasedLeases }, now);

/** Whether it is still worth keeping: what was bought until it ends, all else for 30 days. */
export const isKept = (entry: PurchaseRecord, now: number): boolean =>
  isOpen(entry) ||
  now - entry.changedAt < keptMs ||
  (entry.step === 'granted' && entry.until !== null && entry.until! > now);
