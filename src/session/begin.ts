import { pause } from '../browser/clock.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import type { UsherError } from '../errors/usher-error.ts';
import { findDurable } from './find-durable.ts';
import { dispatch, activate, endSession, persist, readMirror, refresh } from './held.ts';
import type { Held } from './held.ts';
import type { SessionEvent } from './machine.ts';
import { sendOpening } from './opening.ts';
import type { Opening, Received } from './opening.ts';
import { readOpening } from './read-opening.ts';
import { writeSaved } from './write-saved.ts';
import type { Saved, SavedSession } from './saved-session.ts';

const nothing = (): void => {};
/** How often it is looked whether the opening of another tab is through. */
const lookMs = 50;

/**
 * After an opening of up to 10 s, the code that says why it failed may take no longer than this.
 */
const troubleMs = 3000;

/** An opening, with what came of it. */
export interface Obtained {
  readonly opening: Opening;
  readonly received?: Received | undefined;
  readonly session?: SavedSession | undefined;
  /** The record that stood when it was asked for. */
  readonly before: Saved | undefined;
}

/**
 * Opens a session, while no other tab does. Without an event no caller has asked for it: the state
 * that is shown stays until it has succeeded.
 */
export function openSession(held: Held, event?: SessionEvent): Promise<SavedSession | undefined> {
  const { signal } = held.life;
  const begun = (): Promise<SavedSession | undefined> => obtainAndActivate(held, event, signal);
  const take = (): Promise<SavedSession | undefined> =>
    held.background.guard ? held.background.guard(begun) : begun();
  // In the place of a lost session strictly one is opened: the lease decides which tab opens it,
  // unless another tab has done so already.
  const pending =
    event === 'lost'
      ? held.startBackground().then(() => (held.lost ? take() : held.current))
      : take();
  pending
    .finally(() => {
      if (held.pending === pending) held.pending = undefined;
    })
    .catch(nothing);
  held.pending = pending; // later callers get the same
  return pending;
}

/** Opens a session, or goes on with the kept one, and takes it over. */
async function obtainAndActivate(
  held: Held,
  event: SessionEvent | undefined,
  signal: AbortSignal,
): Promise<SavedSession | undefined> {
  const { browser } = held;
  await browser.page.activated(); // from here on `pending` is set: what the page hears may call us
  if (signal.aborted) throw new AbortedError();
  if (event) dispatch(held, event);
  refresh(held);
  const obtained = await obtain(held, signal);
  if (signal.aborted) {
    obtained.opening.done?.();
    throw new AbortedError();
  }
  const { opening, received, before } = obtained;
  const now = received && readMirror(held);
  const isOvertaken = now && overtakes(now, before);
  if (isOvertaken) held.saved = now;
  const session = isOvertaken ? now.session : obtained.session;
  // What another tab keeps, or an earlier page has kept, stands there already.
  if (session && received && !isOvertaken) {
    persist(held, session, { hash: held.saved?.hash || opening.hash });
  }
  opening.done?.();
  if (session) {
    activate(held, session);
    return session;
  }
  if (isOvertaken) {
    endSession(held); // another tab has ended it: what came here is dropped
    throw new AbortedError();
  }
  return held
    .loadChunk('failed-opening', () => import('./recovery/failed-opening.ts'), [signal], troubleMs)
    .then(
      ({ failed }) => failed(held, obtained),
      (error: UsherError) => cutOff(held, error),
    );
}

/**
 * Whether a record came from another tab while an opening was under way: a later epoch, or the same
 * session renewed.
 */
function overtakes({ epoch, session }: Saved, before: Saved | undefined): boolean {
  const was = before?.session;
  return (
    epoch > (before?.epoch ?? 0) ||
    (epoch === before?.epoch && !!session && (session.id !== was?.id || session.at !== was.at))
  );
}

/** So long after an opening that failed without the code for failures the next one begins. */
const withoutCodeMs = 15_000;

/** Not even the code for failures can be loaded: the next try needs nothing but what is here. */
function cutOff(held: Held, error: UsherError): never {
  if (error.code === 'aborted') throw error;
  const { clock, page } = held.browser;
  const tryAgain = (): void => {
    held.cancelProbe();
    if (!held.pending) openSession(held).catch(nothing);
  };
  const cancel = clock.after(withoutCodeMs, tryAgain);
  const stopListening = page.on('online', tryAgain);
  held.cancelProbe = () => {
    cancel();
    stopListening();
  };
  dispatch(held, 'unreachable', error);
  throw error;
}

/** A session, kept or asked for, or why there is none. */
async function obtain(held: Held, signal: AbortSignal): Promise<Obtained> {
  const { settings, browser, dialect, emit } = held;
  const { key, persistence } = settings;
  const before = held.saved;
  const opening = held.opening ?? sendOpening(settings, before, browser, held.store);
  held.opening = undefined;
  if (opening.waits) {
    await pause(browser.clock, lookMs);
    if (signal.aborted) throw new AbortedError();
    refresh(held);
    return obtain(held, signal);
  }
  held.cancelOpening = opening.cancel ?? nothing;
  const [received, found] = await Promise.all([
    opening.received,
    opening.fresh && !held.hasEnded && persistence === 'device'
      ? findDurable(browser, key)
      : undefined,
  ]);
  held.cancelOpening = nothing;
  const isLater = found && !signal.aborted && found.epoch >= (readMirror(held)?.epoch ?? 0);
  if (isLater) {
    opening.done?.();
    held.saved = { ...found, hash: found.hash || opening.hash }; // the mirror was lost
    held.text = writeSaved(held.store, key, held.saved);
    if (found.session?.user) return obtain(held, signal); // the new session is dropped unused
  }
  return {
    opening,
    received,
    before: isLater ? held.saved : before,
    session: received ? readOpening(received, opening, settings, dialect, emit) : opening.kept,
  };
}
