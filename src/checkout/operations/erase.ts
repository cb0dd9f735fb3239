import { isUsherError } from '../../errors/is-usher-error.ts';
import type { SavedSession } from '../../session/storage/saved-session.ts';
import type { CheckoutContext } from '../context.ts';
import { journalUnavailable } from '../purchase/journal.ts';
import { isOwnersSession } from '../purchase/ownership.ts';
import {
  dayMs,
  isGivenUp,
  isReturning,
  isUnsettled,
  type PurchaseRecord,
} from '../purchase/purchase-record.ts';
import { purchaseState, type PurchaseState } from '../purchase/purchase-state.ts';
import { refusalOf } from '../purchase/refusal.ts';
import { stateOf, type RawReturn } from '../return/raw-return.ts';

/** The purchases that stay after an erasure, because they are paid or may be. */
export interface Forgotten {
  /**
   * The viewer's own purchases that are not settled, or whose return is not read or not sent yet.
   * They continue when the viewer is back.
   */
  readonly open: readonly PurchaseState[];
  /**
   * The number of purchases of other viewers that stay, because they are paid or may be. No other
   * detail of them is shown.
   */
  readonly openOfOthers: number;
}

/**
 * Abandoned or failed after the provider was opened: a late return may still prove a payment. Only
 * its own viewer may erase it.
 */
const mayReturnLate = (record: PurchaseRecord): boolean =>
  isGivenUp(record) && record.providerOpenedAt !== undefined;

/** Whether a return of the purchase waits for the journal. `waiting`: the states of all. */
const isWaiting = ({ step, state }: PurchaseRecord, waiting: ReadonlySet<string>): boolean =>
  step !== 'granted' && state !== undefined && waiting.has(state);

/** The returns that wait in any store. */
const waitingReturns = async ({ inbox }: CheckoutContext): Promise<readonly RawReturn[]> => [
  ...inbox.read(),
  ...(await inbox.readLost()),
];

/**
 * What is kept of a purchase that stays: not the page on which it began, nor the title that the
 * page gave it, and no text of the platform, which may name the viewer. The global ID stays with
 * the ID of the item: the item must not be sold a second time by it. So does that the viewer gets
 * the money back, because nothing else says that they had paid.
 */
function withoutTraces(record: PurchaseRecord): PurchaseRecord {
  const { page, names, error, ...rest } = record;
  const { globalId, ...others } = names ?? {};
  const isNamed = Object.values(others).some((name) => name !== undefined);
  const hint = refusalOf(record) === 'refunded' ? 'refunded' : undefined;
  const hasText = error?.hint !== hint || !!error?.message;
  if (page === undefined && !isNamed && !hasText) return record;
  return {
    ...rest,
    names: globalId === undefined ? undefined : { globalId },
    error: error && { code: error.code, ...(hint && { hint }) },
  };
}

/** How long a return without a purchase stays: as long as a purchase that a return can revive. */
const returnKeptMs = 30 * dayMs;

/** The facts of an erasure that the journal needs. */
export interface JournalErasure {
  /**
   * Wall time in ms of the call. Purchases from after the call stay, because another page may
   * complete the erasure. A time in the future comes from a clock that was ahead.
   */
  readonly calledAt: number;
  /** The session before the erasure. */
  readonly viewer: SavedSession | undefined;
  /**
   * The last session with a user that ended on the page of the call. It counts while no other user
   * is logged in.
   */
  readonly lastViewer: SavedSession | undefined;
}

/**
 * Erases settled purchases of any viewer from the journal, with their returns. If the journal
 * cannot be changed now, it is tried again while the page is open.
 * @throws {UsherError} `journal-unavailable`.
 */
export async function erase(context: CheckoutContext, erasure: JournalErasure): Promise<Forgotten> {
  const { calledAt, viewer } = erasure;
  const lastViewer = viewer?.user ? undefined : erasure.lastViewer;
  const { purchases, purchaseSignal, inbox, browser } = context;
  const now = (): number => browser.clock.now();
  const belongsTo = (owner: SavedSession | undefined, record: PurchaseRecord): boolean =>
    !!owner && isOwnersSession(owner, record);
  const isOwn = (record: PurchaseRecord): boolean => belongsTo(viewer, record);
  const isLater = ({ startedAt }: PurchaseRecord): boolean =>
    startedAt > calledAt && startedAt <= now();
  try {
    // Returns without a purchase may be the only proof of a payment: their viewer is not known.
    await context.unknownReturns.erase(
      ({ receivedAt }) => Math.abs(now() - receivedAt) < returnKeptMs,
    );
    const returns = await waitingReturns(context);
    const waiting = new Set(returns.map(({ text }) => stateOf(text)));
    const stays = (record: PurchaseRecord): boolean =>
      isUnsettled(record) ||
      isReturning(record) ||
      isWaiting(record, waiting) ||
      isLater(record) ||
      (!isOwn(record) && !belongsTo(lastViewer, record) && mayReturnLate(record));
    // Without a journal, a change throws the reason.
    const before = (await purchases.read()) ?? (await purchases.change((all) => all));
    // First the returns of what goes: after a kill, they would belong to no purchase, and stay.
    const leaving = before.filter((record) => !stays(record));
    await inbox.remove(returns.filter(({ text }) => isReturnOf(text, leaving)));
    // Without any purchase no record is created.
    const after = before.length
      ? await purchases.change((all) => remaining(all, stays, isLater))
      : before;
    if (!after.length) purchaseSignal.remove();
    const isGone = ({ text }: RawReturn): boolean =>
      isReturnOf(text, before) && !isReturnOf(text, after);
    await inbox.remove((await waitingReturns(context)).filter(isGone));
    return forgottenOf(after, after.filter(isOwn));
  } catch (error) {
    context.retryQueue.push(() => erase(context, erasure));
    context.schedule();
    throw isUsherError(error, 'journal-unavailable') ? error : journalUnavailable('written', error);
  }
}

/** What the viewer is told of the purchases that stay. */
const forgottenOf = (
  all: readonly PurchaseRecord[],
  own: readonly PurchaseRecord[],
): Forgotten => ({
  open: own.map((record) => purchaseState(record, 'own')),
  openOfOthers: all.length - own.length,
});

/** What is kept of the records that stay. The same list when nothing changes. */
function remaining(
  all: readonly PurchaseRecord[],
  stays: (record: PurchaseRecord) => boolean,
  isLater: (record: PurchaseRecord) => boolean,
): readonly PurchaseRecord[] {
  const left = all
    .filter(stays)
    .map((record) => (isLater(record) ? record : withoutTraces(record)));
  const isSame = left.length === all.length && left.every((record, at) => record === all[at]);
  return isSame ? all : left;
}

/** Whether a return belongs to one of the purchases. */
function isReturnOf(text: string, purchases: readonly PurchaseRecord[]): boolean {
  const state = stateOf(text);
  return purchases.some((record) => record.state === state);
}
