import type { CheckoutContext } from '../context.ts';
import { proceed } from '../finish/finish.ts';
import type { ProviderOutcome } from '../providers/provider.ts';
import type { PurchaseRecord } from '../purchase/purchase-record.ts';
import { storeAndRead } from './handle-returns.ts';
import { eventOfOutcome } from './outcome-event.ts';
import type { RawReturn } from './raw-return.ts';
import { outcomeText } from './return-text.ts';
import { reportUnmatched } from './unmatched-return.ts';
import { removeReturns, showWaiting } from './waiting-returns.ts';

/**
 * Writes the outcome of a function of the page, and continues the purchase. The outcome goes into
 * the inbox first: another page finds it there, if the journal cannot be written on this one.
 */
export async function recordOutcome(
  context: CheckoutContext,
  record: PurchaseRecord,
  outcome: ProviderOutcome,
): Promise<void> {
  const { inbox, browser } = context;
  const raw = { text: outcomeText(record, outcome), receivedAt: browser.clock.now() };
  inbox.add(raw);
  await writeOutcome(context, record, outcome, raw);
}

/** Writes an outcome before anything is sent, and under any viewer. Repeats until it succeeds. */
async function writeOutcome(
  context: CheckoutContext,
  record: PurchaseRecord,
  outcome: ProviderOutcome,
  raw: RawReturn,
): Promise<void> {
  const { id } = record;
  try {
    const event = eventOfOutcome(context, record, outcome);
    if (event.type === 'unread') return await storeAndRead(context, [raw]);
    const written = await context.purchases.apply(id, event);
    showWaiting(context, [raw], 'written');
    if (!written) return await reportUnmatched(context, raw); // the journal was deleted meanwhile
    void removeReturns(context, [raw]);
    void proceed(context, id);
  } catch (error) {
    context.emit('error', error as Error);
    showWaiting(context, [raw], 'waiting');
    context.retryQueue.push(() => writeOutcome(context, record, outcome, raw));
    context.schedule();
  }
}
