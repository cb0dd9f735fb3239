import type { RawReturn } from '../payment-return/inbox.ts';
import { readReturn, sendable } from './handle-outcome.ts';
import { replace } from './purchase/purchase-store.ts';
import type { Context } from './context.ts';
import type { PurchaseRecord } from './purchase/purchase-record.ts';
import { providerOf } from './providers/find-provider.ts';
import type { Provider } from './providers/provider.ts';
import { advance } from './purchase/purchase.ts';
import type { PurchaseEvent } from './purchase/purchase.ts';

/** The state that binds a return to a purchase, and the provider's own parameters. */
export function partsOf(text: string): { readonly state: string; readonly parameters: string } {
  const [state = '', rest = ''] = text.split(/[&#](.*)/s);
  return { state, parameters: rest.replace('#', '&') };
}

/**
 * Reads the returns that the journal keeps, each with its provider. What cannot be read here stays
 * as it is: for the next page, or until the page names the provider.
 */
export async function readReturns(context: Context): Promise<void> {
  // The page that opened this window reads it, or this one does later.
  if (context.returns.isPaused()) return;
  for (const entry of context.purchases.all()) {
    const provider = providerOf(context, entry.values.provider);
    for (const raw of entry.raw ?? []) {
      if (!context.returns.beginReading(raw.text, provider)) continue;
      try {
        await writeReading(context, entry, raw, read(context, entry, raw, provider));
      } catch (error) {
        context.emit('error', error as Error);
        context.returns.readAgain(raw.text);
        context.retryQueue.push(() => readReturns(context)); // the journal could not be written
        return context.schedule();
      }
    }
  }
}

/** What a return says. Never throws: the page's own code does. */
function read(
  context: Context,
  entry: PurchaseRecord,
  { text }: RawReturn,
  provider: Provider | undefined,
): PurchaseEvent {
  const { provider: name } = entry.values;
  if (!provider && !entry.isReadByName) {
    return {
      type: 'unread',
      trouble: {
        code: 'provider-unavailable',
        hint: `this page has no provider named ${name ?? ''}`,
      },
    };
  }
  const { parameters } = partsOf(text);
  try {
    const reader = (provider && 'read' in provider && provider.read) || readReturn;
    const event = sendable(context, entry, reader(new URLSearchParams(parameters)));
    // Where the provider added nothing, there is nothing to read later.
    return event.type === 'unanswered' && parameters
      ? { type: 'unread', trouble: event.trouble! }
      : event;
  } catch (error) {
    return {
      type: 'unread',
      trouble: {
        code: 'malformed',
        hint: `read() of ${name} throws ${(Object(error) as Error).name ?? 'a value'}`,
      },
    };
  }
}

/**
 * Writes down what a return says, in one step with erasing it. What another tab has read meanwhile
 * stays as it is.
 */
async function writeReading(
  { purchases, browser: { clock } }: Context,
  { id }: PurchaseRecord,
  { text }: RawReturn,
  event: PurchaseEvent,
): Promise<void> {
  await purchases.change((all) =>
    replace(all, id, (entry) => {
      if (!entry.raw?.some((raw) => raw.text === text)) return entry;
      if (event.type === 'unread') return advance(entry, event, clock.now());
      const raw = entry.raw.filter((each) => each.text !== text);
      return advance({ ...entry, raw: raw.length ? raw : undefined }, event, clock.now());
    }),
  );
}
