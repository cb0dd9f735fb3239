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
  const { journal, emit, session, page: tab } = context;
  context.isResting = true; // until the return is written down: what it belongs to must not be given up before, nor begun by a window that closes
  const entries = await journal.read();
  if (!entries) context.owed.push(() => arrive(context, text));
  const entry = entries?.find((each) => each.state === state);
  if (!entry) {
    goOn(context);
    if (entries) await tellStranger(context, text);
    return undefined;
  }
  const { id, page, values } = entry;
  const provider = providerOf(context, values.provider);
  const parameters = new URLSearchParams(rest.replace('#', '&'));
  const noted = await note(context, id, ((provider && 'read' in provider && provider.read) || readReturn)(parameters));
  tellOpener(context, '');
  if (noted && tab.isPaymentWindow()) {
    tab.close(); // it has done its part: the page that opened it goes on
    context.browser.clock.after(closingMs, () => goOn(context));
  } else goOn(context);
  await session.ready().catch(() => {});
  const owner = ownerOf(context);
  if (noted && noted.owner !== owner) emit('purchase', purchaseState(noted, owner));
  if (!context.isResting) void proceed(context, id);
  return { id, page };
}

/** A browser that does not close a window by then will not. */
const closingMs = 2000;

function goOn(context: Context): void {
  context.isResting = false;
  context.tend();
}

/** Tells of a return that belongs to no purchase of this browser. */
async function tellStranger(context: Context, text: string): Promise<void> {
  const { page, emit, session, items } = context;
  if (page.isPaymentWindow()) {
    tellOpener(context, text); // a frame of another site has its own journal: the page that opened this window knows better
    return page.close();
  }
  emit('error', new UsherError('unknown-transaction', 'A return from a payment provider belongs to no purchase of this browser'));
  await session.ready().catch(() => {});
  await renewDenied(items);
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
