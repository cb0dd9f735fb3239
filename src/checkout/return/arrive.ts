import { pause } from '../../browser/clock.ts';
import { nothing } from '../../browser/nothing.ts';
import type { CheckoutContext } from '../context.ts';
import { proceed } from '../finish/finish.ts';
import { journalUnavailable } from '../purchase/journal.ts';
import { advance } from '../purchase/machine.ts';
import { ownershipOf } from '../purchase/ownership.ts';
import { isUnsettled, type PurchaseRecord } from '../purchase/purchase-record.ts';
import { purchaseState } from '../purchase/purchase-state.ts';
import { changeRecord } from '../purchase/purchase-store.ts';
import { handOver } from './hand-over.ts';
import { stateOf, type RawReturn } from './raw-return.ts';
import { readReturns } from './read-returns.ts';
import { unknownReturn, type UnknownReturn } from './unknown-returns.ts';
import { reportUnmatched } from './unmatched-return.ts';
import { removeReturns, showWaiting } from './waiting-returns.ts';

/** The purchase of a return. */
export interface PaymentReturn {
  /** ID of the purchase. */
  readonly id: string;
  /** The page on which the purchase began. */
  readonly page: string | undefined;
}

/**
 * A return of this page in progress. Each promise resolves to `undefined` when the page has no
 * return.
 */
export interface Arriving {
  /** The return is in the journal, or does not have to be. */
  readonly stored: Promise<PaymentReturn | UnknownReturn | undefined>;
  /** The return has also been read, as far as this page can, and the viewer is known. */
  readonly completed: Promise<PaymentReturn | UnknownReturn | undefined>;
}

/**
 * Assigns the returns of this page to their purchases. The result is the one of the last return.
 */
export function arrive(context: CheckoutContext, returns: readonly RawReturn[]): Arriving {
  const resumeReading = context.returns.pause();
  const found = writeDown(context, returns);
  const stored = found.then((all) => {
    const last = all[all.length - 1];
    if (!last) return undefined;
    return resultOf(last);
  });
  const completed = found
    .then(async (all) => {
      for (const { raw, record } of all) {
        await (record
          ? continueStored(context, record, resumeReading)
          : handOverUnmatched(context, raw, resumeReading));
      }
      return stored;
    })
    .finally(resumeReading);
  return { stored, completed };
}

/** Handles returns that other tabs left behind. */
export async function arriveLate(
  context: CheckoutContext,
  returns: readonly RawReturn[],
): Promise<void> {
  for (const { raw, record } of await writeDown(context, returns)) {
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
  arriveLate(context, lost).catch(nothing);
}

/**
 * Handles a return that a payment window handed over. `true` when it belongs to a purchase of this
 * page.
 */
export async function arriveByMessage(context: CheckoutContext, text: string): Promise<boolean> {
  const raw = { text, receivedAt: context.browser.clock.now() };
  // The window may be closed before the journal can be written.
  if (findRecord(context.purchases.all(), raw)) context.inbox.add(raw);
  const [found] = await writeDown(context, [raw]);
  const record = found?.record;
  if (record) void readReturns(context).then(() => proceed(context, record.id));
  else if (found) void reportUnmatched(context, found.raw);
  return !!found?.record;
}

/** A return, and the purchase with its state. */
interface Found {
  readonly raw: RawReturn;
  readonly record: PurchaseRecord | undefined;
}

const resultOf = ({ raw, record }: Found): PaymentReturn | UnknownReturn =>
  record ? { id: record.id, page: record.page } : unknownReturn(raw);

/**
 * Writes returns into the journal as they came, and then erases them elsewhere. Repeats until the
 * journal can be written.
 */
async function writeDown(
  context: CheckoutContext,
  returns: readonly RawReturn[],
): Promise<readonly Found[]> {
  const { purchases, emit, retryQueue } = context;
  for (let tries = 0; ; tries++) {
    try {
      const known = await purchases.read();
      if (!known) throw journalUnavailable('read');
      const records = returns.some((raw) => findRecord(known, raw))
        ? await purchases.change((all) =>
            returns.reduce((list, raw) => withReturn(context, list, raw), all),
          )
        : known;
      const found = returns.map((raw) => ({ raw, record: findRecord(records, raw) }));
      showWaiting(context, returns, 'written');
      void removeReturns(
        context,
        found.filter(({ record }) => record).map(({ raw }) => raw),
      );
      return found;
    } catch (error) {
      if (!tries) emit('error', error as Error);
      showWaiting(context, returns, 'waiting');
      await new Promise<void>((resolve) => {
        retryQueue.push(async () => resolve());
        context.schedule();
      });
    }
  }
}

function withReturn(
  { browser: { clock } }: CheckoutContext,
  records: readonly PurchaseRecord[],
  raw: RawReturn,
): readonly PurchaseRecord[] {
  const found = findRecord(records, raw);
  return found
    ? changeRecord(records, found.id, (record) =>
        advance(record, { type: 'received', raw }, clock.now()),
      )
    : records;
}

function findRecord(
  records: readonly PurchaseRecord[],
  { text }: RawReturn,
): PurchaseRecord | undefined {
  const state = stateOf(text);
  return records.find((each) => each.state === state);
}

/** How long a window may take to close. */
const closingMs = 2000;

/**
 * Continues a purchase whose return is in the journal. The page that opened this window does it, or
 * else this page.
 */
async function continueStored(
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
 * A frame of another site has its own journal: the page that opened this window may know the
 * purchase.
 */
async function handOverUnmatched(
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
