import { nothing } from '../../browser/nothing.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import type { UsherError } from '../../errors/usher-error.ts';
import { unclearLogin } from '../account/announced-login.ts';
import { sendLogout } from '../account/send-logout.ts';
import { emitUserChange } from '../state/emit-user-change.ts';
import { activate, replaceRetry } from '../state/lifetime.ts';
import type { SessionEvent } from '../state/machine.ts';
import type { SessionContext } from '../state/session-context.ts';
import { dispatch, loseSession } from '../state/session-store.ts';
import { keepIn, persist, readMirror, refresh } from '../storage/persistence.ts';
import { readSaved, type SavedSession, type SessionRecord } from '../storage/saved-session.ts';
import { endAfterOtherTab } from '../storage/sync-from-storage.ts';
import { withOwnData } from '../storage/with-own-data.ts';
import { isOtherUser } from './can-resume.ts';
import { dropUnused } from './drop-unused.ts';
import { loadFailures } from './load-failures.ts';
import { obtainSession } from './obtain-session.ts';
import { consumeOpening, sharePending } from './opening-state.ts';
import { releaseClaimOf, type OpeningResult } from './opening.ts';
import { isContradicted, overtakes } from './overtakes.ts';
import { storeOpened } from './store-opened.ts';

/** The wait before the next opening, when the code for failures could not be loaded. */
const withoutCodeMs = 15_000;

/**
 * Opens a session, while no other tab does. Without an event no caller has asked for it: the shown
 * state stays until the opening succeeds.
 */
export function openSession(
  context: SessionContext,
  event?: SessionEvent,
): Promise<SavedSession | undefined> {
  const { signal } = context.viewerController;
  const open = (): Promise<SavedSession | undefined> => openAndActivate(context, event, signal);
  const openAlone = (): Promise<SavedSession | undefined> =>
    context.background ? context.background.openUnderLease(open) : open();
  // Only one tab may replace a lost session: the lease decides which one opens it, unless another
  // tab has done so already.
  const opened =
    event === 'lost'
      ? context.startBackground().then(() => (context.lost ? openAlone() : context.current))
      : openAlone();
  const pending = opened.then((session) =>
    context.record?.login ? settleLogin(context) : session,
  );
  sharePending(context, pending);
  return pending;
}

/**
 * Waits until it is known whose session it is, after a login was announced. The promise is the
 * pending opening, so that callers share it.
 */
export function settleLogin(context: SessionContext): Promise<SavedSession | undefined> {
  const { signal } = context.viewerController;
  const settling = context
    .loadChunk('settle-login', () => import('../recovery/settle-login.ts'))
    .then(({ settle }) => settle(context, signal));
  sharePending(context, settling);
  return settling;
}

/** Opens or resumes a session, and activates it. */
export async function openAndActivate(
  context: SessionContext,
  event: SessionEvent | undefined,
  signal: AbortSignal,
): Promise<SavedSession | undefined> {
  const early = consumeOpening(context); // now, so that an end in this task finds it
  const wasPrerendered = await context.browser.page.activated(); // listeners may call meanwhile
  if (wasPrerendered) followConsent(context);
  const isDisposed = context.disposal.aborted;
  const sent = early?.kind === 'sent' ? early : undefined;
  if (isDisposed) sent?.cancel();
  // The answer to a request that has left is awaited: its session is logged out.
  if (isDisposed || (signal.aborted && !sent)) {
    throw new AbortedError([context.disposal, signal]);
  }
  const result = await obtainSession(context, signal, event, early);
  if (signal.aborted) {
    void dropEnded(context, result);
    throw new AbortedError([signal]);
  }

  const { opening, received, session } = result;
  if (received) refresh(context);
  const { record, settings } = context;
  if (received && record && overtakes(record, result, settings)) {
    return followTab(context, result, record);
  }
  if (!session) return showFailure(context, result, signal);
  if (received) storeOpened(context, session, opening);
  const replaced = record?.session;
  if (replaced && isOtherUser(replaced, settings) && isContradicted(replaced, session)) {
    // The platform has given it to the user of another reference too, before or after this answer.
    markUnclear(context, session);
  }
  releaseClaimOf(opening);
  return activateSettled(context, session);
}

/**
 * Keeps the session on the device if the viewer has consented since the page was prerendered. Not
 * if the page has opened one before, or has withdrawn a consent meanwhile.
 */
function followConsent(context: SessionContext): void {
  const { browser, settings, persistence, hasEnded, record } = context;
  if (!settings.needsConsent || persistence !== 'none' || record?.deviceHash || hasEnded) return;
  if (readSaved(browser.textStore('device'), settings.key)?.deviceHash) keepIn(context, 'device');
}

/** Notes that only the platform can say whose session it is. */
function markUnclear(context: SessionContext, session: SavedSession): void {
  const now = context.browser.clock.now();
  persist(context, session, { login: unclearLogin(session.id, now, context.record?.login) });
}

/** Follows another tab that has opened or ended a session while the opening was under way. */
function followTab(
  context: SessionContext,
  result: OpeningResult,
  saved: SessionRecord,
): SavedSession {
  const { opening, session: answered } = result;
  void dropUnused(context, result, saved);
  releaseClaimOf(opening);
  const { session, login } = saved;
  if (!session) {
    endAfterOtherTab(context, saved, result.before);
    throw new AbortedError('viewer-changed');
  }
  if (isContradicted(session, answered)) {
    // The record names another user, and may be older than the answer.
    markUnclear(context, session);
  } else if (login && answered?.id === session.id) {
    // The platform may have carried out the login first, and then this opening with the user from
    // before.
    const epochStartedAt = Math.max(context.browser.clock.now(), saved.epochStartedAt + 1);
    persist(context, session, { epochStartedAt, login: { ...login, waitsForEnd: true } });
  }
  const own = answered ?? context.current;
  return activateSettled(context, withOwnData(session, own, context.settings));
}

/**
 * Activates a session, unless a login has to be settled first. The page learns that the user whom
 * it showed is another one now, or that no user is logged in.
 */
function activateSettled(context: SessionContext, session: SavedSession): SavedSession {
  if (context.record?.login) {
    loseSession(context, session);
    return session;
  }
  const before = context.$user.get();
  activate(context, session);
  if (before !== null) emitUserChange(context, before);
  return session;
}

/** Drops the result of an opening that has ended meanwhile. */
async function dropEnded(context: SessionContext, result: OpeningResult): Promise<void> {
  const { opening, session: answered } = result;
  releaseClaimOf(opening);
  void dropUnused(context, result, readMirror(context));
  const { browser, settings } = context;
  const stored = readSaved(browser.textStore('device'), settings.key)?.session;
  if (answered && stored && isOtherUser(stored, settings) && isContradicted(stored, answered)) {
    // The platform may have taken it from a page with another reference, which opens another then.
    void sendLogout(context, answered);
  }
  // The next opening may bring the same session. The platform may have handled that one first.
  if (!context.record?.session) await context.pending?.catch(nothing);
  const adopted = context.record?.session;
  if (!adopted || context.disposal.aborted || !isContradicted(adopted, answered)) return;
  // Another tab was told another user at the same time. The promise that is pending may be that of
  // this opening, which asks nothing.
  markUnclear(context, adopted);
  await context.pending?.catch(nothing);
  if (context.record?.login && !context.pending) settleLogin(context).catch(nothing);
}

/** Shows why there is no session, and plans the next opening. */
function showFailure(
  context: SessionContext,
  result: OpeningResult,
  signal: AbortSignal,
): Promise<undefined> {
  return loadFailures(context, signal).then(
    ({ handleFailedOpening }) => handleFailedOpening(context, result),
    (error: UsherError) => {
      releaseClaimOf(result.opening);
      return retryWithoutCode(context, error);
    },
  );
}

/**
 * Plans the next try when even the code for failures cannot be loaded: after a while, and as soon
 * as the browser is online again. It uses only code of this chunk.
 */
function retryWithoutCode(context: SessionContext, error: UsherError): never {
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
