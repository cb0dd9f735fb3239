import type { RawReturn } from '../../payment-return/inbox.ts';
import { intentOf, isGivenUp, isOpen, unreadUntil } from './purchase-record.ts';
import type {
  PurchaseRecord,
  FinishValues,
  PurchaseLease,
  PurchaseStatus,
  StoredError,
} from './purchase-record.ts';

/** The events of a purchase, with their data. */
export type PurchaseEvent =
  /** A tab is about to send the next request. */
  | { readonly type: 'claimed'; readonly lease: PurchaseLease; readonly tries: number }
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
  /** The platform, or a verified provider, has refused. */
  | { readonly type: 'refused'; readonly error: StoredError }
  /** There is no answer, or none with a clear state. */
  | {
      readonly type: 'unanswered';
      readonly error: StoredError | undefined;
      readonly tries?: number;
      readonly triedAt?: number;
    }
  /** The provider has not confirmed the payment yet. */
  | { readonly type: 'deferred' }
  /** The platform has finished the transaction. */
  | { readonly type: 'finished'; readonly expiresAt: number | null }
  /** The viewer has access, or the item was checked often enough. */
  | { readonly type: 'verified' };

/** Events that leave the step as it is. */
type KeepingEvent = Extract<PurchaseEvent, { readonly type: 'received' | 'unread' }>;
type MovingEvent = Exclude<PurchaseEvent, KeepingEvent>;

type Moves = Readonly<Partial<Record<PurchaseStatus, PurchaseStatus>>>;

/**
 * The next step for each event. A step that is not listed stays the same: every pair is defined.
 */
const moves: Readonly<Record<MovingEvent['type'], Moves>> = {
  claimed: {
    preparing: 'preparing',
    finishing: 'finishing',
    pending: 'pending',
    verifying: 'verifying',
  },
  prepared: { preparing: 'awaiting-provider' },
  'provider-opened': { 'awaiting-provider': 'awaiting-provider' },
  returned: { 'awaiting-provider': 'finishing' },
  abandoned: { preparing: 'abandoned', 'awaiting-provider': 'abandoned' },
  refused: {
    preparing: 'failed',
    'awaiting-provider': 'failed',
    finishing: 'failed',
    pending: 'failed',
  },
  unanswered: {
    preparing: 'preparing',
    'awaiting-provider': 'awaiting-provider',
    finishing: 'finishing',
    pending: 'pending',
    verifying: 'verifying',
  },
  deferred: { finishing: 'pending', pending: 'pending' },
  finished: { finishing: 'verifying', pending: 'verifying' },
  verified: { verifying: 'granted' },
};

/**
 * Returns the purchase after an event. The same object when the event changes nothing. A settled
 * purchase holds no secret, unless it is about to be revived.
 */
export function advance(entry: PurchaseRecord, event: PurchaseEvent, now: number): PurchaseRecord {
  if (event.type === 'received' || event.type === 'unread') return keep(entry, event);
  const { laterFinishes = [] } = entry;
  if (event.type === 'returned' && (entry.finish || entry.step === 'unknown' || isGivenUp(entry))) {
    const isKnown = [entry.finish, ...laterFinishes].some(
      (finish) => JSON.stringify(finish) === JSON.stringify(event.finish),
    );
    return isKnown ? entry : { ...entry, laterFinishes: [...laterFinishes, event.finish] };
  }
  if (
    event.type === 'refused' &&
    entry.step !== 'unknown' &&
    entry.finish &&
    laterFinishes.length
  ) {
    return revive(entry, now);
  }
  if (event.type === 'refused' && isUnread(entry, now) && moves.refused[entry.step]) {
    return reopen(entry, event.error, now);
  }
  if (event.type === 'abandoned' && isUnread(entry, now)) return entry;
  const step = moves[event.type][entry.step];
  if (!step) return entry;
  const { type, ...brought } = event;
  const begins = step === entry.step ? {} : { changedAt: now, tries: 0, triedAt: 0 };
  const next: PurchaseRecord = {
    ...entry,
    error: undefined,
    lease: undefined,
    ...begins,
    ...brought,
    step,
  };
  if (type === 'provider-opened') return { ...next, providerOpenedAt: now };
  if (type === 'claimed') return { ...next, triedAt: now, error: entry.error };
  return isOpen(next)
    ? next
    : { ...next, finish: undefined, laterFinishes: undefined, unreadReturns: undefined };
}

/** The largest number of unread returns that are kept. */
const mostUnread = 10;

function keep(entry: PurchaseRecord, event: KeepingEvent): PurchaseRecord {
  const { unreadReturns = [], step, error } = entry;
  if (event.type === 'received') {
    if (step === 'granted' || unreadReturns.some(({ text }) => text === event.raw.text)) {
      return entry;
    }
    return { ...entry, unreadReturns: [...unreadReturns, event.raw].slice(-mostUnread) };
  }
  // During a finish the error of the finish stays.
  const isShown = step === 'awaiting-provider' || isGivenUp(entry);
  const isSame = error?.code === event.error.code && error.hint === event.error.hint;
  return isShown && !isSame ? { ...entry, error: event.error } : entry;
}

const isUnread = (entry: PurchaseRecord, now: number): boolean => unreadUntil(entry) > now;

/**
 * Reopens a purchase after a refused payment, while a return of another payment is still unread.
 */
const reopen = (entry: PurchaseRecord, error: StoredError, now: number): PurchaseRecord => ({
  ...entry,
  step: 'awaiting-provider',
  finish: undefined,
  lease: undefined,
  changedAt: now,
  tries: 0,
  triedAt: 0,
  error,
});

/**
 * Payments come first: an abandoned or failed purchase continues with a later return of the
 * provider.
 */
const revive = (entry: PurchaseRecord, now: number): PurchaseRecord => ({
  ...entry,
  step: 'finishing',
  finish: entry.laterFinishes![0],
  laterFinishes: entry.laterFinishes!.slice(1),
  changedAt: now,
  tries: 0,
  triedAt: 0,
  lease: undefined,
  error: undefined,
});

/**
 * Revives purchases with a later return. Each intent has at most one open purchase. Another unpaid
 * one is abandoned. One that is being finished, or that only a newer build understands, comes
 * first.
 */
export function reviveLateReturns(
  entries: readonly PurchaseRecord[],
  now: number,
): readonly PurchaseRecord[] {
  return entries.reduce((all, entry) => {
    if (isOpen(entry) || !entry.laterFinishes?.length) return all;
    const rival = all.find(
      (each) =>
        isOpen(each) &&
        each.owner === entry.owner &&
        intentOf(each.values) === intentOf(entry.values),
    );
    if (
      rival &&
      (rival.finish ||
        rival.step === 'verifying' ||
        rival.step === 'unknown' ||
        isUnread(rival, now))
    ) {
      return all;
    }
    return all.map((each) =>
      each === rival
        ? advance(each, { type: 'abandoned' }, now)
        : each === entry
          ? revive(each, now)
          : each,
    );
  }, entries);
}
