import type { CheckoutContext } from '../context.ts';
import { journalUnavailable } from '../purchase/journal.ts';
import { advance } from '../purchase/machine.ts';
import type { PurchaseRecord } from '../purchase/purchase-record.ts';
import { changeRecord } from '../purchase/purchase-store.ts';
import { stateOf, type RawReturn } from './raw-return.ts';
import { removeReturns, showWaiting } from './waiting-returns.ts';

/** A return, and its purchase in the journal. */
export interface JournaledReturn {
  readonly raw: RawReturn;
  readonly record: PurchaseRecord | undefined;
}

/**
 * Writes returns into the journal as they came, each into its purchase, and then erases them in the
 * inbox. Those without a purchase stay in the inbox. Repeats until the journal can be written.
 */
export async function moveToJournal(
  context: CheckoutContext,
  returns: readonly RawReturn[],
): Promise<readonly JournaledReturn[]> {
  const { purchases, emit, retryQueue } = context;
  for (let tries = 0; ; tries++) {
    try {
      const known = await purchases.read();
      if (!known) throw journalUnavailable('read');
      const records = returns.some((raw) => findPurchase(known, raw))
        ? await purchases.change((all) =>
            returns.reduce((list, raw) => withReturn(context, list, raw), all),
          )
        : known;
      showWaiting(context, returns, 'written');
      void removeReturns(
        context,
        returns.filter((raw) => findPurchase(records, raw)),
      );
      return returns.map((raw) => ({ raw, record: findPurchase(records, raw) }));
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

/** The records with a return in its purchase. The same list when no purchase has its state. */
function withReturn(
  { browser: { clock } }: CheckoutContext,
  records: readonly PurchaseRecord[],
  raw: RawReturn,
): readonly PurchaseRecord[] {
  const found = findPurchase(records, raw);
  if (!found) return records;
  return changeRecord(records, found.id, (record) =>
    advance(record, { type: 'received', raw }, clock.now()),
  );
}

/** The purchase to which the state of a return binds it. */
export function findPurchase(
  records: readonly PurchaseRecord[],
  { text }: RawReturn,
): PurchaseRecord | undefined {
  const state = stateOf(text);
  return records.find((each) => each.state === state);
}
