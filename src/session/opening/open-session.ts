import { pause } from '../../browser/clock.ts';
import { nothing } from '../../browser/nothing.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import type { UsherError } from '../../errors/usher-error.ts';
import { unclearLogin } from '../account/announced-login.ts';
import { sendLogout } from '../account/send-logout.ts';
import type { Received } from '../post.ts';
import { activate, replaceRetry } from '../state/lifetime.ts';
import type { SessionEvent } from '../state/machine.ts';
import type { SessionContext } from '../state/session-context.ts';
import { dispatch, loseSession } from '../state/session-store.ts';
import { findDurable } from '../storage/find-durable.ts';
import { isOutdated, persist, readMirror, refresh, replaceRecord } from '../storage/persistence.ts';
import { isErasure, type SavedSession, type SessionRecord } from '../storage/saved-session.ts';
import { endAsIn, refreshForOpening } from '../storage/sync-from-storage.ts';
import { noteOpening, sharePending, takeOpening } from './opening-state.ts';
import { sendOpening, type Opening } from './opening.ts';
import { isContradicted, overtakes } from './overtakes.ts';
import { readOpening } from './read-opening.ts';
import { storeOpened } from './store-opened.ts';

/** A longer wait for the next opening is not waited for: the call fails at once. */
const shortWaitMs = 2000;

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
  const open = (): Promise<SavedSession | undefined> => obtainAndActivate(context, event, signal);
  const openAlone = (): Promise<SavedSession | undefined> =>
    context.background ? context.background.guard(open) : open();
  // Only one tab may replace a lost session: the lease decides which one opens it, unless another
  // tab has done so already.
  const opened =
    event === 'lost'
      ? context.startBackground().then(() => (context.lost ? openAlone() : context.current))
      : openAlone();
  const pending = opened.then((session) => (context.saved?.login ? settleLogin(context) : session));
  sharePending(context, pending);
  return pending;
}

/**
 * Waits until it is known whose session it is, after a login was announced. The promise is the
 * pending opening, so that callers share it.
 */
export function settleLogin(context: SessionContext): Promise<SavedSession | undefined> {
  const settling = context
    .loadChunk('settle-login', () => import('../recovery/settle-login.ts'))
    .then(({ settle }) => settle(context));
  sharePending(context, settling);
  return settling;
}

/** Opens or resumes a session, and activates it. */
export async function obtainAndActivate(
  context: SessionContext,
  event: SessionEvent | undefined,
  signal: AbortSignal,
): Promise<SavedSession | undefined> {
  const { browser } = context;
  await browser.page.activated(); // `pending` is set: listeners may call
  if (signal.aborted) throw new AbortedError();
  if (event) dispatch(context, event);
  const obtained = await obtain(context, signal);
  const { opening, received } = obtained;
  if (signal.aborted) {
    dropEnded(context, obtained);
    throw new AbortedError();
  }
  if (received) refresh(context);
  const { saved } = context;
  const overtaking = received && saved && overtakes(saved, obtained) ? saved : undefined;
  if (overtaking) void dropUnused(context, obtained, overtaking);
  else if (received && obtained.session) storeOpened(context, obtained.session, opening);
  const { session } = overtaking ?? obtained;
  if (session || overtaking) opening.done?.();
  if (session) {
    // The record of the other tab names another user, and may be older than the answer.
    if (isContradicted(session, obtained.session)) {
      persist(context, session, { login: unclearLogin(session.id) });
    } else if (overtaking?.login && obtained.session?.id === session.id) {
      // The platform may have carried out the login first, and then this opening with the user
      // from before.
      storeOpened(context, session, opening);
    }
    if (context.saved?.login) loseSession(context, session);
    else activate(context, session);
    return session;
  }
  if (!overtaking) return showFailure(context, obtained, signal);
  endAsIn(context, overtaking);
  throw new AbortedError();
}

/** Drops the result of an opening that has ended meanwhile. */
function dropEnded(context: SessionContext, obtained: Obtained): void {
  const { opening, session: answered } = obtained;
  opening.done?.();
  void dropUnused(context, obtained, readMirror(context));
  const adopted = context.saved?.session;
  if (!adopted || context.disposal.aborted || !isContradicted(adopted, answered)) return;
  // Another tab was told another user at the same time.
  persist(context, adopted, { login: unclearLogin(adopted.id) });
  if (!context.pending) settleLogin(context).catch(nothing);
}

/** Shows why there is no session, and plans the next opening. */
function showFailure(
  context: SessionContext,
  obtained: Obtained,
  signal: AbortSignal,
): Promise<undefined> {
  return loadFailures(context, signal).then(
    ({ handleFailedOpening }) => handleFailedOpening(context, obtained),
    (error: UsherError) => {
      obtained.opening.done?.();
      return cutOff(context, error);
    },
  );
}

/** Loads the code for openings that failed. */
const loadFailures = ({ loadChunk }: SessionContext, signal: AbortSignal) =>
  loadChunk('failed-opening', () => import('../recovery/failed-opening.ts'), [signal], loadingMs);

/**
 * Drops the result of an opening, because another tab has ended or opened a session meanwhile, or
 * IndexedDB had one. A new session that no tab uses is logged out; the platform may have given both
 * openings the same one. A failed opening still counts: the platform may have requested to wait.
 */
async function dropUnused(
  context: SessionContext,
  obtained: Obtained,
  now: SessionRecord | undefined,
): Promise<void> {
  const { received, session, before } = obtained;
  if (!received) return;
  if (!session) {
    await loadFailures(context, context.life.signal).then(
      ({ countDropped }) => countDropped(context, obtained),
      nothing, // the runtime is disposed of, or its server is lost
    );
  } else if (session.id !== now?.session?.id && session.id !== before?.session?.id) {
    // The tab that has ended a session from before the request logs that one out.
    void sendLogout(context, session);
  }
}

/**
 * Plans the next try when even the code for failures cannot be loaded: after a while, and as soon
 * as the browser is online again. It uses only code of this chunk.
 */
function cutOff(context: SessionContext, error: UsherError): never {
  if (error.code === 'aborted') throw error;
  const { clock, page } = context.browser;
  const open = (): void => {
    if (!context.pending) openSession(context).catch(nothing);
  };
  const cancelTimer = clock.after(withoutCodeMs, open);
  const stopListening = page.on('online', open);
  const cancel = (): void => {
    cancelTimer();
    stopListening();
  };
  replaceRetry(context, { at: clock.now() + withoutCodeMs, cancel });
  dispatch(context, 'unreachable', error);
  throw error;
}

/** Waits for the answer of an opening, and for the record in IndexedDB if the mirror was empty. */
async function receive({ browser, settings, disposal }: SessionContext, opening: Opening) {
  const { cancel, before, received } = opening;
  if (cancel) disposal.addEventListener('abort', cancel);
  const isMirrorEmpty = !before && settings.persistence === 'device';
  const both = await Promise.all([
    received,
    isMirrorEmpty ? findDurable(browser, settings.key) : undefined,
  ]);
  if (cancel) disposal.removeEventListener('abort', cancel);
  return both;
}

/** Gets a stored or new session, or the reason why there is none. */
async function obtain(context: SessionContext, signal: AbortSignal): Promise<Obtained> {
  const { settings, browser, dialect, emit } = context;
  refreshForOpening(context);
  const opening =
    takeOpening(context) ??
    sendOpening(settings, context.saved, browser, context.store, dialect.sendsReference);
  const { waitMs = 0 } = opening;
  if (waitMs > 0 && waitMs <= shortWaitMs) {
    await pause(browser.clock, waitMs);
    if (signal.aborted) throw new AbortedError();
    return obtain(context, signal);
  }
  noteOpening(context, opening);
  const [received, found] = await receive(context, opening);
  // After a session has ended on this page, none is restored.
  const isRestored = found && (!context.hasEnded || !found.session);
  // The mirror was lost, unless another tab has written it meanwhile.
  const isLater = isRestored && !signal.aborted && !isOutdated(found, readMirror(context));
  // Another tab has erased everything since the request left: not even its device hash is kept.
  const isErased = isLater && isErasure(found) && found.epochStartedAt >= opening.startedAt;
  if (isLater) {
    const deviceHash = found.deviceHash || opening.deviceHash;
    // The mirror may have had a later login. Without a fingerprint init asks whose session it is.
    const session = found.session && { ...found.session, fingerprint: '' };
    replaceRecord(context, isErased ? found : { ...found, deviceHash, session });
  }
  const obtained: Obtained = {
    opening,
    received,
    before: isLater && !isErased ? context.saved : opening.before,
    session: received ? readOpening(received, opening, settings, dialect, emit) : opening.resumable,
  };
  if (!isLater || !found.session?.user) return obtained;
  // The next opening, of this tab or another one, keeps the wait that a failed one was told.
  await dropUnused(context, obtained, found);
  opening.done?.();
  if (signal.aborted) throw new AbortedError();
  return obtain(context, signal);
}
