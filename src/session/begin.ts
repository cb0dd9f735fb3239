import { pause } from '../browser/clock.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import type { UsherError } from '../errors/usher-error.ts';
import { findDurable } from './find-durable.ts';
import { activate, endSession, setRetry } from './lifetime.ts';
import { setLastOpening, setPending, takeOpening } from './opening-state.ts';
import { adoptRecord, persist, readMirror, refresh, replaceRecord } from './persistence.ts';
import { dispatch } from './session-store.ts';
import type { SessionContext } from './session-context.ts';
import type { SessionEvent } from './machine.ts';
import { sendOpening } from './opening.ts';
import type { Opening, Received } from './opening.ts';
import { readOpening } from './read-opening.ts';
import type { SessionRecord, SavedSession } from './saved-session.ts';
import { nothing } from '../browser/nothing.ts';

/** How often a waiting tab checks whether the opening of another tab is done. */
const lookMs = 50;

/**
 * Timeout for loading the code that handles a failed opening. The opening itself took up to 10 s.
 */
const loadingMs = 3000;

/** The wait before the next opening, when the code for failures could not be loaded. */
const withoutCodeMs = 15_000;

/** An opening and its result. */
export interface Obtained {
  readonly opening: Opening;
  readonly received?: Received | undefined;
  readonly session?: SavedSession | undefined;
  /** The record at the time of the request. */
  readonly before: SessionRecord | undefined;
}

/**
 * Opens a session, while no other tab does. Without an event no caller has asked for it: the shown
 * state stays until the opening succeeds.
 */
export function openSession(
  context: SessionContext,
  event?: SessionEvent,
): Promise<SavedSession | undefined> {
  const { signal } = context.life;
  const begun = (): Promise<SavedSession | undefined> => obtainAndActivate(context, event, signal);
  const take = (): Promise<SavedSession | undefined> =>
    context.background.guard ? context.background.guard(begun) : begun();
  // Only one tab may replace a lost session: the lease decides which one opens it, unless another
  // tab has done so already.
  const pending =
    event === 'lost'
      ? context.startBackground().then(() => (context.lost ? take() : context.current))
      : take();
  setPending(context, pending);
  return pending;
}

/** Opens or resumes a session, and activates it. */
async function obtainAndActivate(
  context: SessionContext,
  event: SessionEvent | undefined,
  signal: AbortSignal,
): Promise<SavedSession | undefined> {
  const { browser } = context;
  await browser.page.activated(); // `pending` is set: listeners may call
  if (signal.aborted) throw new AbortedError();
  if (event) dispatch(context, event);
  refresh(context);
  const obtained = await obtain(context, signal);
  if (signal.aborted) {
    obtained.opening.done?.();
    throw new AbortedError();
  }
  const { opening, received, before } = obtained;
  const now = received && readMirror(context);
  const isOvertaken = now && overtakes(now, before);
  if (isOvertaken) adoptRecord(context, now);
  const session = isOvertaken ? now.session : obtained.session;
  // A session of another tab or of an earlier page is stored already.
  if (session && received && !isOvertaken) {
    persist(context, session, { deviceHash: context.saved?.deviceHash || opening.deviceHash });
  }
  opening.done?.();
  if (session) {
    activate(context, session);
    return session;
  }
  if (isOvertaken) {
    endSession(context); // another tab has ended it: the answer is dropped
    throw new AbortedError();
  }
  return context
    .loadChunk('failed-opening', () => import('./recovery/failed-opening.ts'), [signal], loadingMs)
    .then(
      ({ failed }) => failed(context, obtained),
      (error: UsherError) => cutOff(context, error),
    );
}

/**
 * Whether another tab wrote a record while an opening was under way: a later epoch, or the same
 * session renewed.
 */
function overtakes({ epoch, session }: SessionRecord, before: SessionRecord | undefined): boolean {
  const was = before?.session;
  return (
    epoch > (before?.epoch ?? 0) ||
    (epoch === before?.epoch &&
      !!session &&
      (session.id !== was?.id || session.keptAliveAt !== was.keptAliveAt))
  );
}

/**
 * Plans the next try when even the code for failures cannot be loaded. It uses only code of this
 * chunk.
 */
function cutOff(context: SessionContext, error: UsherError): never {
  if (error.code === 'aborted') throw error;
  const { clock, page } = context.browser;
  const tryAgain = (): void => {
    context.cancelRetry();
    if (!context.pending) openSession(context).catch(nothing);
  };
  const cancel = clock.after(withoutCodeMs, tryAgain);
  const stopListening = page.on('online', tryAgain);
  setRetry(context, () => {
    cancel();
    stopListening();
  });
  dispatch(context, 'unreachable', error);
  throw error;
}

/** Gets a stored or new session, or the reason why there is none. */
async function obtain(context: SessionContext, signal: AbortSignal): Promise<Obtained> {
  const { settings, browser, dialect, emit } = context;
  const { key, persistence } = settings;
  const before = context.saved;
  const opening =
    takeOpening(context) ??
    sendOpening(settings, before, browser, context.store, dialect.sendsReference);
  if (opening.waits) {
    await pause(browser.clock, lookMs);
    if (signal.aborted) throw new AbortedError();
    refresh(context);
    return obtain(context, signal);
  }
  setLastOpening(context, opening);
  const [received, found] = await Promise.all([
    opening.received,
    opening.fresh && !context.hasEnded && persistence === 'device'
      ? findDurable(browser, key)
      : undefined,
  ]);
  const isLater = found && !signal.aborted && found.epoch >= (readMirror(context)?.epoch ?? 0);
  if (isLater) {
    opening.done?.();
    // The mirror was lost.
    replaceRecord(context, { ...found, deviceHash: found.deviceHash || opening.deviceHash });
    if (found.session?.user) return obtain(context, signal); // the new session is not used
  }
  return {
    opening,
    received,
    before: isLater ? context.saved : before,
    session: received ? readOpening(received, opening, settings, dialect, emit) : opening.resumable,
  };
}
