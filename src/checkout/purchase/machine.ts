import { md5 } from '../../dialect/md5.ts';
import type { PurchaseEvent } from './purchase-event.ts';
import {
  isGivenUp,
  isSameIntent,
  isUnread,
  isUnsettled,
  type FinishValues,
  type PurchaseRecord,
  type PurchaseStatus,
} from './purchase-record.ts';
import type { StoredError } from './stored-error.ts';

/** Events that leave the step as it is. */
type KeepingEvent = Extract<PurchaseEvent, { readonly type: 'received' | 'unread' }>;
type MovingEvent = Exclude<PurchaseEvent, KeepingEvent>;

/** Where an event is possible, and where it leads. Without `to` the step stays. */
interface Move {
  readonly from: readonly PurchaseStatus[];
  readonly to?: PurchaseStatus;
}

/** The move of each event. From any other step it changes nothing: every pair is defined. */
const moves: Readonly<Record<MovingEvent['type'], Move>> = {
  'lease-taken': { from: ['preparing', 'finishing', 'pending', 'verifying'] },
  prepared: { from: ['preparing'], to: 'awaiting-provider' },
  'provider-opened': { from: ['awaiting-provider'] },
  returned: { from: ['awaiting-provider'], to: 'finishing' },
  abandoned: { from: ['preparing', 'awaiting-provider'], to: 'abandoned' },
  refused: { from: ['preparing', 'awaiting-provider', 'finishing', 'pending'], to: 'failed' },
  unclear: { from: ['awaiting-provider'] },
  unanswered: { from: ['preparing', 'awaiting-provider', 'finishing', 'pending', 'verifying'] },
  undecided: { from: ['finishing', 'pending'] },
  deferred: { from: ['finishing', 'pending'], to: 'pending' },
  finished: { from: ['finishing', 'pending'], to: 'verifying' },
  verified: { from: ['verifying'], to: 'granted' },
};

/** The purchase at the beginning of another step. */
const beginStep = (record: PurchaseRecord, step: PurchaseStatus, now: number): PurchaseRecord => ({
  ...record,
  step,
  changedAt: now,
  tries: 0,
  triedAt: 0,
  lease: undefined,
  error: undefined,
});

/**
 * Returns the purchase after an event. The same object when the event changes nothing. A settled
 * purchase holds no secret, unless it is about to be revived.
 */
export function advance(record: PurchaseRecord, event: PurchaseEvent, now: number): PurchaseRecord {
  const { type } = event;
  if (type === 'received' || type === 'unread') return keep(record, event);
  if (type === 'returned' && finishesLater(record)) return addFinish(record, event.finish);
  if (type === 'refused') return refuse(record, event, now);
  if (type === 'abandoned' && isUnread(record)) return record; // it may be paid
  const next = move(record, event, now);
  return next !== record && type === 'undecided' ? sendNextFinish(next) : next;
}

/**
 * Another return may be the payment: its finish is the next one, and this one follows. While the
 * platform says that a payment is pending, no other one is sent.
 */
function sendNextFinish(record: PurchaseRecord): PurchaseRecord {
  const { finish, laterFinishes: [next, ...others] = [] } = record;
  return finish && next ? { ...record, finish: next, laterFinishes: [...others, finish] } : record;
}

/** Makes the move of an event. */
function move(record: PurchaseRecord, event: MovingEvent, now: number): PurchaseRecord {
  const { type, ...brought } = event;
  const { from, to = record.step } = moves[type];
  if (!from.includes(record.step)) return record;
  const begun =
    to === record.step
      ? { ...record, error: undefined, lease: undefined }
      : beginStep(record, to, now);
  const next: PurchaseRecord = { ...begun, ...brought };
  if (type === 'provider-opened') return { ...next, providerOpenedAt: now };
  if (type === 'lease-taken') return { ...next, triedAt: now, error: record.error };
  // The finish is repeated after a wait, not at once.
  const { tries = 0, triedAt = 0 } = record;
  if (type === 'deferred') return { ...next, tries, triedAt };
  return isUnsettled(next)
    ? next
    : { ...next, finish: undefined, laterFinishes: undefined, unreadReturns: undefined };
}

/** Whether another payment of the purchase comes first, or the purchase was given up. */
const finishesLater = (record: PurchaseRecord): boolean =>
  !!record.finish || record.step === 'unknown' || isGivenUp(record);

/** Keeps the values of a payment that is finished later. */
function addFinish(record: PurchaseRecord, added: FinishValues): PurchaseRecord {
  const { finish, laterFinishes = [] } = record;
  const isKnown = [finish, ...laterFinishes].some((each) => isSameFinish(each, added));
  return isKnown ? record : { ...record, laterFinishes: [...laterFinishes, added] };
}

/** A refused payment is followed by the next one. An unread return may be that too. */
function refuse(
  record: PurchaseRecord,
  event: Extract<PurchaseEvent, { readonly type: 'refused' }>,
  now: number,
): PurchaseRecord {
  const { step, finish, laterFinishes = [] } = record;
  if (!isSameFinish(finish, event.finish)) return record;
  const refused = noteRefused(record);
  if (step !== 'unknown' && finish && laterFinishes.length) return revive(refused, now);
  const isReopened = isUnread(record) && moves.refused.from.includes(step);
  if (isReopened) return reopen(refused, event.error, now);
  return moves.refused.from.includes(step) ? move(refused, event, now) : record;
}

/** The largest number of refused finishes that a purchase remembers. */
const maxRefused = 10;

/** Notes the present finish as refused. */
function noteRefused(record: PurchaseRecord): PurchaseRecord {
  const { finish, refusedFinishes = [] } = record;
  if (!finish) return record;
  return { ...record, refusedFinishes: [...refusedFinishes, nameOf(finish)].slice(-maxRefused) };
}

/** Names a finish without its secrets. */
const nameOf = (finish: FinishValues): string => md5(JSON.stringify(finish));

/** Whether the platform has refused the next finish of a purchase before. */
const isRefusedBefore = ({ laterFinishes = [], refusedFinishes = [] }: PurchaseRecord): boolean =>
  laterFinishes.slice(0, 1).some((finish) => refusedFinishes.includes(nameOf(finish)));

/**
 * Whether a late payment of the purchase waits until another one of the same intent is finished. A
 * return that the platform has refused before is none.
 */
export const isHeldBack = (record: PurchaseRecord): boolean =>
  isGivenUp(record) && !!record.laterFinishes?.length && !isRefusedBefore(record);

const isSameFinish = (one: FinishValues | undefined, other: FinishValues | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The largest number of unread returns of a purchase. */
const maxUnread = 10;

function keep(record: PurchaseRecord, event: KeepingEvent): PurchaseRecord {
  const { unreadReturns = [], step, error } = record;
  if (event.type === 'received') {
    const isKnown = unreadReturns.some(({ text }) => text === event.raw.text);
    // A purchase keeps the returns that it has, and ignores one over the limit: only a sender who
    // knows the state can send so many.
    const isFull = unreadReturns.length >= maxUnread;
    if (step === 'granted' || isKnown || isFull) return record;
    return { ...record, unreadReturns: [...unreadReturns, event.raw] };
  }
  // During a finish the error of the finish stays.
  const isShown = step === 'awaiting-provider' || isGivenUp(record);
  const isSame = error?.code === event.error.code && error.hint === event.error.hint;
  return isShown && !isSame ? { ...record, error: event.error } : record;
}

/**
 * Reopens a purchase after a refused payment, while a return of another payment is still unread.
 */
const reopen = (record: PurchaseRecord, error: StoredError, now: number): PurchaseRecord => ({
  ...beginStep(record, 'awaiting-provider', now),
  finish: undefined,
  error,
});

/**
 * Payments come first: an abandoned or failed purchase continues with a later return of the
 * provider.
 */
function revive(record: PurchaseRecord, now: number): PurchaseRecord {
  const [finish, ...laterFinishes] = record.laterFinishes ?? [];
  return { ...beginStep(record, 'finishing', now), finish, laterFinishes };
}

/**
 * Whether the platform may not accept a payment for days, or ever: it is pending, or its last
 * finish has failed.
 */
const isStuck = ({ step, error }: PurchaseRecord): boolean =>
  step === 'pending' || (step === 'finishing' && error !== undefined);

/** Whether a purchase goes on before another one of the same intent. */
const comesFirst = (record: PurchaseRecord): boolean =>
  !!record.finish || record.step === 'verifying' || record.step === 'unknown' || isUnread(record);

/**
 * Revives purchases with a later return. If the viewer has other open purchases of the same
 * intent, an unpaid one is abandoned, and one that is stuck stays open too. One that is being
 * finished, or that only a newer build understands, comes first. So does any other one, if the
 * platform has refused the same return before. A lease stays: while a failed transaction is being
 * deleted, its payment waits.
 */
export function reviveLateReturns(
  records: readonly PurchaseRecord[],
  now: number,
): readonly PurchaseRecord[] {
  return records.reduce((all, record) => {
    if (isUnsettled(record) || !record.laterFinishes?.length) return all;
    const rivals = all.filter(
      (each) =>
        isUnsettled(each) &&
        !isStuck(each) &&
        each.owner === record.owner &&
        isSameIntent(each, record),
    );
    const isLater = rivals.some((each) => comesFirst(each) || isRefusedBefore(record));
    if (isLater) return all;
    return all.map((each) => {
      if (rivals.includes(each)) return advance(each, { type: 'abandoned' }, now);
      return each === record ? { ...revive(each, now), lease: each.lease } : each;
    });
  }, records);
}
