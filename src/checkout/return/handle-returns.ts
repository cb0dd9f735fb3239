import { pause } from '../../browser/clock.ts';
import { nothing } from '../../browser/nothing.ts';
import type { CheckoutContext } from '../context.ts';
import { proceed } from '../finish/finish.ts';
import { journalUnavailable } from '../purchase/journal.ts';
import { ownershipOf } from '../purchase/ownership.ts';
import { isUnsettled, type PurchaseRecord } from '../purchase/purchase-record.ts';
import { purchaseState } from '../purchase/purchase-state.ts';
import { handOver } from './hand-over.ts';
import { findPurchase, moveToJournal, type JournaledReturn } from './move-to-journal.ts';
import type { RawReturn } from './raw-return.ts';
import { readReturns } from './read-returns.ts';
import { unknownReturn, type UnknownReturn } from './unknown-returns.ts';
import { reportUnmatched } from './unmatched-return.ts';
import { removeReturns } from './waiting-returns.ts';

/** The purchase of a return. */
export interface PaymentReturn {
  /** ID of the purchase. */
  readonly id: string;
  /** The page on which the purchase began. */
  readonly page: string | undefined;
}

/**
 * The progress of this page with its own return. Each promise resolves to `undefined` when the page
 * has none.
 */
export interface ReturnProgress {
  /** The return is in the journal, or does not have to be. */
  readonly stored: Promise<PaymentReturn | UnknownReturn | undefined>;
  /** The return has also been read, as far as this page can, and the viewer is known. */
  readonly completed: Promise<PaymentReturn | UnknownReturn | undefined>;
}

/**
 * Handles the returns with which the viewer came to this page: stores them in the journal, reads
 * them, and continues their purchases. The result is the one of the last return.
 */
export function handleOwnReturns(
  context: CheckoutContext,
  returns: readonly RawReturn[],
): ReturnProgress {
  const resumeReading = context.returns.pause();
  const found = moveToJournal(context, returns);
  const stored = found.then((all) => {
    const last = all[all.length - 1];
    if (!last) return undefined;
    return resultOf(last);
  });
  const completed = found
    .then(async (all) => {
      for (const { raw, record } of all) {
        if (record) await continuePurchase(context, record, resumeReading);
        else await handleUnmatched(context, raw, resumeReading);
      }
      return stored;
    })
    .finally(resumeReading);
  return { stored, completed };
}

/**
 * Handles returns that are not this page's own: those that other tabs left behind, that a killed
 * browser has lost, and outcomes that cannot be read yet.
 */
export async function storeAndRead(
  context: CheckoutContext,
  returns: readonly RawReturn[],
): Promise<void> {
  for (const { raw, record } of await moveToJournal(context, returns)) {
    if (!record) await reportUnmatched(context, raw);
  }
  await readReturns(context);
}

/**
 * Handles returns that a killed browser has left in IndexedDB alone, before something is bought.
 * One may be its payment.
 * @throws {UsherError} `journal-unavailable`: they cannot be read.
 */
export async function collectLostReturns(context: CheckoutContext): Promise<void> {
  const { inbox } = context;
  const found = await inbox.readLost().catch((error: unknown) => {
    throw journalUnavailable('read', error);
  });
  const lost = found.filter(({ text }) => !inbox.isErased(text));
  if (!lost.length) return;
  for (const raw of lost) inbox.add(raw); // from now on they count as unread
  storeAndRead(context, lost).catch(nothing);
}

/**
 * Handles a return that a payment window handed over. `true` when it belongs to a purchase of this
 * page.
 */
export async function handleMessage(context: CheckoutContext, text: string): Promise<boolean> {
  const raw = { text, receivedAt: context.browser.clock.now() };
  // The window may be closed before the journal can be written.
  if (findPurchase(context.purchases.all(), raw)) context.inbox.add(raw);
  const [found] = await moveToJournal(context, [raw]);
  const record = found?.record;
  if (!record) {
    void reportUnmatched(context, raw);
    return false;
  }
  void readReturns(context).then(() => proceed(context, record.id));
  return true;
}

const resultOf = ({ raw, record }: JournaledReturn): PaymentReturn | UnknownReturn =>
  record ? { id: record.id, page: record.page } : unknownReturn(raw);

/** How long a window may take to close. */
const closingMs = 2000;

/**
 * Continues a purchase whose return is in the journal. The page that opened this window does it, or
 * else this page.
 */
async function continuePurchase(
  context: CheckoutContext,
  { id }: PurchaseRecord,
  resumeReading: () => void,
): Promise<void> {
  const {
    tab,
    session,
    emit,
    browser: { clock },
  } = context;
  // Another page of the shop may have opened this one by a link: it reads the journal.
  if (!tab.isPaymentWindow()) tab.tellOpener({ usherReturn: '' });
  else if (await handOver(context, '', id)) {
    tab.close();
    await pause(clock, closingMs);
  }
  resumeReading();
  await readReturns(context);
  await session.ready().catch(nothing);
  const record = context.purchases.find(id);
  if (record && isUnsettled(record) && ownershipOf(context, record) === 'other') {
    emit('purchase', purchaseState(record, 'other'));
  }
  void proceed(context, id);
}

/**
 * Hands a return without a purchase over to the page that opened this window, or reports it. In a
 * frame of another site that page has a journal of its own, and may know the purchase.
 */
async function handleUnmatched(
  context: CheckoutContext,
  raw: RawReturn,
  resumeReading: () => void,
): Promise<void> {
  const { tab } = context;
  if (tab.isPaymentWindow() && (await handOver(context, raw.text))) {
    void removeReturns(context, [raw]); // a database that hangs keeps no window open
    return tab.close();
  }
  resumeReading();
  await reportUnmatched(context, raw);
}
