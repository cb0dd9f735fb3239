import { reportError } from '../../browser/report-error.ts';
import type { CheckoutContext } from '../context.ts';
import { providerOf } from '../providers/find-provider.ts';
import type { Provider } from '../providers/provider.ts';
import { advance } from '../purchase/machine.ts';
import type { PurchaseEvent } from '../purchase/purchase-event.ts';
import type { Intent, PurchaseRecord } from '../purchase/purchase-record.ts';
import { changeRecord } from '../purchase/purchase-store.ts';
import { eventOfOutcome, readByFieldNames } from './outcome-event.ts';
import type { RawReturn } from './raw-return.ts';
import { isAnswered, outcomeIn, parametersOf } from './return-text.ts';
import { findUnread } from './waiting-returns.ts';

/**
 * Reads the returns in the journal, each with its provider. Unreadable ones stay as they are, for
 * the next page, or until the page adds the provider.
 */
export async function readReturns(context: CheckoutContext): Promise<void> {
  // The page that opened this window reads them, or this page does later.
  if (context.returns.isPaused()) return;
  for (const record of context.purchases.all()) {
    const provider = providerOf(context, record.values.provider);
    for (const raw of record.unreadReturns ?? []) {
      if (!context.returns.beginReading(raw.text, provider)) continue;
      try {
        const event = readEvent(context, record, raw, provider);
        await writeReading(context, record, raw, event);
        // A payment window may hand it over once more: then it is read and erased again.
        if (event.type !== 'unread') context.returns.readAgain(raw.text);
      } catch (error) {
        context.emit('error', error as Error);
        context.returns.readAgain(raw.text);
        context.retryQueue.push(() => readReturns(context)); // the journal could not be written
        return context.schedule();
      }
    }
  }
}

/**
 * Reads the unread returns of a viewer's intent once more, because the viewer buys it again. This
 * page may be able to read them by now.
 */
export async function readUnreadAgain(
  context: CheckoutContext,
  bought: Pick<PurchaseRecord, 'owner'> & Intent,
): Promise<void> {
  const unread = findUnread(context, context.purchases.all(), bought);
  if (!unread) return;
  for (const { text } of unread.unreadReturns ?? []) context.returns.readAgain(text);
  await readReturns(context);
}

/** Reads the event of a return. Never throws, although the page's own code may. */
function readEvent(
  context: CheckoutContext,
  record: PurchaseRecord,
  { text }: RawReturn,
  provider: Provider | undefined,
): PurchaseEvent {
  const { provider: name } = record.values;
  const outcome = outcomeIn(text);
  if (outcome) return eventOfOutcome(context, record, outcome);
  if (!provider && !record.usesDefaultReader) {
    return {
      type: 'unread',
      error: {
        code: 'provider-unavailable',
        hint: `this page has no provider named ${name ?? ''}`,
      },
    };
  }
  try {
    const reader = (provider && 'read' in provider && provider.read) || readByFieldNames;
    const parameters = new URLSearchParams(parametersOf(text, record.page));
    const event = eventOfOutcome(context, record, reader(parameters));
    // Without parameters of the provider there is nothing to read later.
    return event.type === 'unclear' && isAnswered(text)
      ? { type: 'unread', error: event.error }
      : event;
  } catch (error) {
    // The page's own error, as that of a listener. The viewer may click many times.
    if (context.returns.reportOnce(text)) reportError(error);
    return {
      type: 'unread',
      error: {
        code: 'malformed',
        hint: `read() of ${name} throws ${(Object(error) as Error).name ?? 'a value'}`,
      },
    };
  }
}

/**
 * Writes the event of a return, and erases the return, in one step. A return that another tab has
 * read meanwhile is skipped.
 */
async function writeReading(
  { purchases, browser: { clock } }: CheckoutContext,
  { id }: PurchaseRecord,
  { text }: RawReturn,
  event: PurchaseEvent,
): Promise<void> {
  await purchases.change((all) =>
    changeRecord(all, id, (record) => {
      if (!record.unreadReturns?.some((raw) => raw.text === text)) return record;
      if (event.type === 'unread') return advance(record, event, clock.now());
      const left = record.unreadReturns.filter((raw) => raw.text !== text);
      return advance(
        { ...record, unreadReturns: left.length ? left : undefined },
        event,
        clock.now(),
      );
    }),
  );
}
