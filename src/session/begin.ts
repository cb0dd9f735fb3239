import { pause } from '../browser/clock.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import { NetworkError } from '../errors/network-error.ts';
import { findDurable } from './find-durable.ts';
import { apply, enter, finish, keep, refresh } from './held.ts';
import type { Held } from './held.ts';
import type { SessionEvent } from './machine.ts';
import type { Opening, Received } from './opening.ts';
import { readOpening } from './read-opening.ts';
import { writeSaved } from './write-saved.ts';
import type { SavedSession } from './saved-session.ts';

const nothing = (): void => {};
/** How often it is looked whether the opening of another tab is through. */
const lookMs = 50;

/** An opening, with what came of it. */
export interface Obtained {
  readonly opening: Opening;
  readonly received?: Received | undefined;
  readonly session?: SavedSession | undefined;
  /** The epoch in which it was asked for. */
  readonly epoch: number;
}

/** Opens a session, while no other tab does. Without an event nobody has asked for it, and what is shown stays until it has succeeded. */
export function open(held: Held, event?: SessionEvent): Promise<SavedSession | undefined> {
  const { signal } = held.life;
  const begun = (): Promise<SavedSession | undefined> => begin(held, event, signal);
  const take = (): Promise<SavedSession | undefined> => (held.upkeep.guard ? held.upkeep.guard(begun) : begun());
  // In the place of a lost session strictly one is opened: the upkeep's lease decides by whom, or another tab has opened it already.
  const pending = event === 'lost' ? held.startUpkeep().then(() => (held.lost ? take() : held.current)) : take();
  pending.finally(() => {
    if (held.pending === pending) held.pending = undefined;
  }).catch(nothing);
  return (held.pending = pending); // whoever comes meanwhile gets the same
}

/** Opens a session, or goes on with the kept one, and takes it over. */
async function begin(held: Held, event: SessionEvent | undefined, signal: AbortSignal): Promise<SavedSession | undefined> {
  const { browser, settings, kit, store } = held;
  await browser.page.activated(); // from here on `pending` is set: what the page hears may call us
  if (signal.aborted) throw new AbortedError();
  if (event) apply(held, event);
  refresh(held);
  const obtained = await obtain(held, signal);
  if (signal.aborted) throw new AbortedError();
  const { opening, received, epoch } = obtained;
  const now = received && kit.readSaved(store, settings.key);
  const isOvertaken = now && now.epoch > epoch;
  if (isOvertaken) held.saved = now;
  const session = isOvertaken ? now.session : obtained.session;
  // What another tab keeps, or an earlier page has kept, stands there already.
  if (session && received && !isOvertaken) keep(held, session, { hash: held.saved?.hash ?? opening.hash });
  opening.done?.();
  if (session) {
    enter(held, session);
    return session;
  }
  if (isOvertaken) {
    finish(held); // another tab has ended it: what came here is dropped
    throw new AbortedError();
  }
  return import('./failed-opening.ts').then(({ failed }) => failed(held, obtained), () => cutOff(held));
}

/** Not even the code for that can be loaded. */
function cutOff(held: Held): never {
  const error = new NetworkError();
  apply(held, 'unreachable', error);
  throw error;
}

/** A session, kept or asked for, or why there is none. */
async function obtain(held: Held, signal: AbortSignal): Promise<Obtained> {
  const { settings, browser, dialect, kit, store, emit } = held;
  const { key, entry, persistence } = settings;
  const { epoch } = held.saved ?? { epoch: 0 };
  const opening = entry.opening ?? kit.open(settings, held.saved, { ...browser, ...browser.clock, store });
  entry.opening = undefined;
  if (opening.waits) {
    await pause(browser.clock, lookMs);
    if (signal.aborted) throw new AbortedError();
    refresh(held);
    return obtain(held, signal);
  }
  held.cancelOpening = opening.cancel ?? nothing;
  const [received, found] = await Promise.all([opening.received, opening.fresh && !held.hasEnded && persistence === 'device' ? findDurable(browser, kit, key) : undefined]);
  held.cancelOpening = nothing;
  if (found && !signal.aborted && found.epoch >= (kit.readSaved(store, key)?.epoch ?? 0)) {
    opening.done?.();
    held.saved = found; // the mirror was lost
    held.text = writeSaved(store, key, found);
    if (found.session?.user) return obtain(held, signal); // the new session is dropped unused
  }
  return { opening, received, epoch: found?.epoch ?? epoch, session: received ? readOpening(received, opening, settings, dialect, emit) : opening.kept };
}
