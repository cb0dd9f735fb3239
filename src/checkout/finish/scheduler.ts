import { nothing } from '../../browser/nothing.ts';
import { checkAccess } from '../check-access.ts';
import type { CheckoutContext } from '../context.ts';
import { isOutdated } from '../purchase/journal.ts';
import { ownershipOf } from '../purchase/ownership.ts';
import {
  awaitsPayment,
  dayMs,
  isUnsettled,
  type PurchaseRecord,
} from '../purchase/purchase-record.ts';
import { hasUnreadReturn } from '../return/waiting-returns.ts';
import { proceed } from './finish.ts';

/** The waits before a finish without an answer is sent again. The first finish does not wait. */
const retryDelaysMs = [10_000, 30_000, 90_000] as const;
/** The interval after the last of these waits, while the page is open. */
const intervalMs = 300_000;

/**
 * The time until a purchase is due, in ms. At most 0 when it is due. `Infinity` when only the
 * viewer continues it.
 */
export function dueInMs(context: CheckoutContext, record: PurchaseRecord): number {
  const { attempts, windows, leases } = context;
  const { id, step, startedAt, providerOpenedAt = startedAt, lease, tries = 0 } = record;
  const now = context.browser.clock.now();
  if (!isUnsettled(record) || step === 'unknown' || attempts.isUnderWay(id)) return Infinity;
  // A purchase is not abandoned while the viewer pays. A paid one is finished, even if its window
  // is still open.
  if (awaitsPayment(record) && windows.find(id)?.closed === false) return Infinity;
  if (lease && leases.isTaken(record)) return lease.expiresAt - now;
  if (awaitsPayment(record)) {
    return hasUnreadReturn(context, record) ? Infinity : providerOpenedAt + dayMs - now;
  }
  const waitMs = attempts.isReset(id) ? retryDelaysMs[0] : (retryDelaysMs[tries - 1] ?? intervalMs);
  return Math.max(waitMs - attempts.sinceTryMs(record), attempts.waitMs(id));
}

/**
 * Continues the viewer's open purchases, now and whenever one is due. The returned function stops
 * it.
 */
export function startPurchaseScheduler(context: CheckoutContext): () => void {
  const { retryQueue, leases, purchases } = context;
  const { clock } = context.browser;
  let cancel = (): void => {};
  let isStopped = false;
  const schedule = (): void => {
    cancel();
    if (isStopped) return;
    let nextMs = retryQueue.waitMs();
    for (const record of purchases.all()) leases.releaseOfClosedPage(record, schedule);
    for (const record of workableRecords(context)) {
      const dueMs = dueInMs(context, record);
      if (dueMs > 0) nextMs = Math.min(nextMs, dueMs);
      else workOn(context, record);
    }
    if (nextMs < Infinity) cancel = clock.after(nextMs, wake);
  };
  const wake = (): void => {
    retryQueue.run();
    schedule();
  };
  context.onSchedule(schedule);
  return () => {
    isStopped = true;
    cancel();
  };
}

/**
 * The viewer's own purchases. None while a return is being written, or without a session. Purchases
 * without a user wait for the next session.
 */
function workableRecords(context: CheckoutContext): readonly PurchaseRecord[] {
  const { returns, session, purchases } = context;
  if (returns.isPaused() || !session.current()) return [];
  return purchases.all().filter((record) => ownershipOf(context, record) === 'own');
}

/** The error of a purchase that was abandoned because its time is over. */
const overdue = { code: 'timeout', hint: 'the provider sent no answer within a day' } as const;

/** Continues a purchase that is due. A failed write is repeated at the next check. */
function workOn(context: CheckoutContext, record: PurchaseRecord): void {
  if (awaitsPayment(record)) {
    void context.purchases.apply(record.id, { type: 'abandoned', error: overdue }).catch(nothing);
  } else {
    void proceed(context, record.id);
  }
}

/**
 * Continues the purchases that an earlier page left open, each once now. Settled ones whose time is
 * over are erased. The item of a purchase that cannot have been paid is checked.
 */
export async function recoverPurchases(context: CheckoutContext): Promise<void> {
  const { purchases, purchaseSignal, retryQueue } = context;
  const records = await purchases.read();
  if (!records) {
    retryQueue.push(() => recoverPurchases(context));
    return context.schedule();
  }
  // Each write removes settled purchases whose time is over. Without this one there may be none.
  if (isOutdated(records, context.browser.clock.now())) {
    void purchases.change((all) => [...all]).catch(nothing);
  }
  // No purchase is left in the journal.
  if (!records.length) purchaseSignal.remove();
  if (!records.some(isUnsettled)) return; // no session is opened without an open purchase
  retryNow(context); // also without a session yet
  await context.session.ready();
  context.schedule();
  for (const record of records) {
    if (ownershipOf(context, record) === 'own' && isUnsettled(record) && !record.finish) {
      await checkAccess(context, record.values);
    }
  }
}

/**
 * Repeats each paid purchase now, whatever its earlier tries: the page has started, or the network
 * is back.
 */
export function retryNow(context: CheckoutContext): void {
  for (const { id, finish } of context.purchases.all()) {
    if (finish) context.attempts.resetTries(id);
  }
  context.schedule();
}
