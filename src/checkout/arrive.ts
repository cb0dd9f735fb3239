import { UsherError } from '../errors/usher-error.ts';
import { note, readReturn } from './bring.ts';
import { ownerOf } from './context.ts';
import { renewDenied } from '../item/renew-denied.ts';
import type { Context } from './context.ts';
import { proceed } from './finish.ts';
import { providerOf } from './open-provider.ts';
import { purchaseState } from './purchase-state.ts';

/** What a return was found to be. */
export interface Arrival {
  /** The purchase that came back. */
  readonly id: string;
  /** The page on which it was begun. */
  readonly page: string | undefined;
}

/**
 * Takes a return to the purchase that it belongs to. One that belongs to none, by its state, changes nothing: the page is told, and items are
 * asked, in case it was paid elsewhere. A repeated one finds its purchase further on, and changes nothing either.
 */
export async function arrive(context: Context, text: string): Promise<Arrival | undefined> {
  const [state = '', rest = ''] = text.split(/[&#](.*)/s);
  const { journal, items, emit, session } = context;
  const entries = await journal.read();
  if (!entries) {
    context.owed.push(() => arrive(context, text));
    context.tend();
    return undefined;
  }
  const entry = entries.find((each) => each.state === state);
  if (!entry) {
    if (context.page.isPaymentWindow()) {
      tellOpener(context, text); // a frame of another site has its own journal: the page that opened this window knows better
      context.page.close();
      return undefined;
    }
    emit('error', new UsherError('unknown-transaction', 'A return from a payment provider belongs to no purchase of this browser'));
    await session.ready().catch(() => {});
    await renewDenied(items);
    return undefined;
  }
  const { id, page, values } = entry;
  context.isClosing = context.page.isPaymentWindow(); // from before it is written down: a window that closes must not begin to finish it
  const provider = providerOf(context, values.provider);
  const parameters = new URLSearchParams(rest.replace('#', '&'));
  const noted = await note(context, id, ((provider && 'read' in provider && provider.read) || readReturn)(parameters));
  tellOpener(context, '');
  if (noted && context.isClosing) closeWindow(context);
  else context.isClosing = false;
  await session.ready().catch(() => {});
  const owner = ownerOf(context);
  if (noted && noted.owner !== owner) emit('purchase', purchaseState(noted, owner));
  if (!context.isClosing) void proceed(context, id);
  return { id, page };
}

/** A browser that does not close the window by then will not. */
const closingMs = 2000;

/** A payment window has done its part: the page that opened it goes on. */
function closeWindow(context: Context): void {
  const stay = (): void => {
    context.isClosing = false;
    context.tend();
  };
  context.page.close();
  context.browser.clock.after(closingMs, stay);
}

/** What is said between a payment window and the page that opened it. */
interface Message {
  /** A return; empty where the journal holds it already. */
  readonly usherReturn: string;
}

/** A payment window answers the page that opened it, if that is of its own origin: where storage is parted, only that page can find the purchase. */
function tellOpener({ page }: Context, text: string): void {
  const message: Message = { usherReturn: text };
  page.tellOpener(message);
}

/** Hears what a payment window answers. Forged messages only cause a read. */
export function listenToWindows(context: Context): () => void {
  return context.page.onMessage((message) => {
    const { usherReturn: text } = Object(message) as Partial<Message>;
    if (typeof text === 'string') void (text ? arrive(context, text) : context.journal.read());
  });
}
