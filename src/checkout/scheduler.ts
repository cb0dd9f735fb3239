import { hasAccess } from './has-access.ts';
import type { Context } from './context.ts';
import { dayMs, isOpen, isUnpaidYet, unreadUntil } from './purchase/purchase-record.ts';
import type { PurchaseRecord } from './purchase/purchase-record.ts';
import { proceed } from './finish.ts';
import { ownershipOf } from './purchase/ownership.ts';

/** A finish without an answer is sent again after these. */
const againMs = [10_000, 30_000, 90_000] as const;
/** A slow provider is asked about again so long after the last of them, while the page is there. */
const pendingMs = 300_000;

/**
 * When something is to be done about a purchase, in wall time; `Infinity` when only a start, or the
 * viewer, brings it on.
 */
function dueAt(context: Context, entry: PurchaseRecord, now: number): number {
  const { attempts, windows, leases } = context;
  const { id, step, startedAt, lease, triedAt, tries = 0 } = entry;
  if (!isOpen(entry) || step === 'unknown' || attempts.isUnderWay(id)) return Infinity;
  // While the viewer pays, the purchase is not given up. What has been paid is finished, though its
  // window is still there.
  if (isUnpaidYet(entry) && windows.find(id)?.closed === false) return Infinity;
  if (leases.isTaken(entry)) return lease!.until;
  if (isUnpaidYet(entry)) return Math.max(startedAt + dayMs, unreadUntil(entry));
  const waitMs = attempts.fresh.has(id)
    ? againMs[0]
    : (againMs[tries - 1] ?? (step === 'pending' ? pendingMs : Infinity));
  // What was tried later than now was so before the clock was set back.
  const triedUntil = triedAt && triedAt <= now ? triedAt + waitMs : 0;
  return Math.max(triedUntil, now + attempts.waitMs(id));
}

/**
 * Looks at the open purchases of the viewer now and whenever one is due. The returned function
 * stops it.
 */
export function startPurchaseScheduler(context: Context): () => void {
  const { retryQueue, leases, purchases } = context;
  const { clock } = context.browser;
  let cancel = (): void => {};
  let isStopped = false;
  const wake = (): void => {
    retryQueue.run();
    context.schedule();
  };
  context.schedule = () => {
    cancel();
    if (isStopped) return;
    const now = clock.now();
    let next = now + retryQueue.waitMs();
    for (const entry of purchases.all()) leases.releaseOfClosedPage(entry, context.schedule);
    for (const entry of workableEntries(context)) {
      const at = dueAt(context, entry, now);
      if (at > now) next = Math.min(next, at);
      else workOn(context, entry);
    }
    if (next < Infinity) cancel = clock.after(next - now, wake);
  };
  return () => {
    isStopped = true;
    cancel();
  };
}

/**
 * The viewer's own purchases. None while a return is being written down, or without a session: the
 * device's own purchases wait for the next one.
 */
function workableEntries(context: Context): readonly PurchaseRecord[] {
  const { returns, session, purchases } = context;
  if (returns.isPaused() || !session.current()) return [];
  return purchases.all().filter((entry) => ownershipOf(context, entry) === 'own');
}

/** Goes on with what is due. What cannot be written is tried again by the next look. */
function workOn(context: Context, entry: PurchaseRecord): void {
  if (isUnpaidYet(entry)) {
    void context.purchases.record(entry.id, { type: 'abandoned' }).catch(() => {});
  } else {
    void proceed(context, entry.id);
  }
}

/**
 * Goes on with what an earlier page left open: each purchase once now. The item of a purchase that
 * cannot have been paid is asked.
 */
export async function recoverPurchases(context: Context): Promise<void> {
  const entries = await context.purchases.read();
  if (!entries) {
    context.retryQueue.push(() => recoverPurchases(context));
    return context.schedule();
  }
  // Nothing is known to have been bought any more.
  if (!entries.length && context.signal.read() !== null) context.signal.notify(null);
  if (!entries.some(isOpen)) return; // nor is a session opened for it
  retryNow(context); // also when there is no session yet
  await context.session.ready();
  context.schedule();
  for (const entry of entries) {
    if (ownershipOf(context, entry) === 'own' && isOpen(entry) && !entry.finish) {
      await hasAccess(context, entry.values);
    }
  }
}

/**
 * What has been paid is tried once more, whatever was tried before: a page has started, or the
 * network is back.
 */
export function retryNow(context: Context): void {
  for (const { id, finish, step } of context.purchases.all()) {
    if (finish || step === 'verifying') context.attempts.fresh.add(id);
  }
  context.schedule();
}
