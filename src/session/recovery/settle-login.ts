import { AbortedError } from '../../errors/aborted-error.ts';
import { nextLoginStep, unclearLogin, type AnnouncedLogin } from '../account/announced-login.ts';
import { openAndActivate } from '../opening/open-session.ts';
import { hideUser } from '../state/hide-user.ts';
import type { SessionContext } from '../state/session-context.ts';
import { isSameSession } from '../storage/compare-records.ts';
import { followMirror, persist } from '../storage/persistence.ts';
import type { SavedSession, SessionRecord } from '../storage/saved-session.ts';
import { showStored } from '../storage/show-stored.ts';
import { endAfterOtherTab } from '../storage/sync-from-storage.ts';
import { isToldAnotherUser } from '../storage/told-another-user.ts';

/** How often a waiting tab checks whether the login of another tab has ended. */
const lookMs = 100;

/** A wall clock that has advanced by so much more than the monotonic one was set, in ms. */
const jumpMs = 1000;

/**
 * Waits until it is known whose session it is. While the tab that sent the login may learn its
 * outcome, this tab waits for that. After an unclear outcome it shows no user, and asks the
 * platform by an init with `currentSession`, one for all tabs. `viewerSignal`: of the viewer of
 * this page when it began to wait.
 */
export async function settle(
  context: SessionContext,
  viewerSignal: AbortSignal,
): Promise<SavedSession | undefined> {
  const { settings, details, record: known } = context;
  if (settings.mode === 'static') {
    // The page has no session, so the login does not concern it.
    return details ? undefined : openAndActivate(context, 'open', viewerSignal);
  }
  let before = known;
  const follow = createFollower(context);
  for (;;) {
    follow();
    if (context.disposal.aborted) throw new AbortedError('disposed');
    const { record } = context;
    const session = record?.session;
    if (session && isCrossed(before, record)) {
      setLogin(context, unclearLogin(session.id, context.browser.clock.now(), before?.login));
    }
    before = context.record;
    const { login } = before ?? {};
    if (!login) break;
    if (login.isUnclear) hideUser(context);
    if (nextLoginStep(login, context.browser.clock.now()) === 'wait') {
      await nextChange(context);
    } else if (!login.isUnclear) {
      setLogin(context, { ...login, isUnclear: true });
    } else if ((await askOnce(context, follow)) === 'static') {
      return undefined;
    }
  }
  return showSettled(context, viewerSignal, known);
}

/**
 * Whether a login in another tab and an opening of this page were answered at the same moment with
 * different users, so that neither tab knew the answer of the other.
 */
const isCrossed = (before: SessionRecord | undefined, saved: SessionRecord): boolean =>
  !!before?.login?.waitsForEnd && !saved.login && isToldAnotherUser(before, saved);

/** Changes the announced login, for all tabs. */
function setLogin(context: SessionContext, login: AnnouncedLogin | undefined): void {
  persist(context, context.record?.session, { login });
}

/** The end of a login over which the clock has jumped: so long ago that no answer trusts it. */
const jumpedOver = 1;

/**
 * Creates the function that reads the record again, and notes in it that the wall clock has jumped
 * ahead since the last call. The end of a login is a wall time, so the platform may still carry it
 * out. A sleep may look like a jump.
 */
function createFollower(context: SessionContext): () => void {
  const { now, monotonic } = context.browser.clock;
  let skewMs = now() - monotonic();
  return () => {
    followMirror(context);
    const before = skewMs;
    skewMs = now() - monotonic();
    const { login } = context.record ?? {};
    if (!login?.endsAt || skewMs - before <= jumpMs) return;
    setLogin(context, { ...login, endsAt: jumpedOver });
  };
}

/** Resolves after a change in this tab, or when it is time to check what other tabs have stored. */
function nextChange({ browser, observers }: SessionContext): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      observers.delete(end);
      resolve();
    };
    const cancel = browser.clock.after(lookMs, end);
    observers.add(end);
  });
}

/**
 * Asks the platform, unless another tab has asked while this one waited for the lease. `static`:
 * only static details are available.
 */
async function askOnce(context: SessionContext, follow: () => void): Promise<'static' | undefined> {
  await context.startBackground();
  const { background, viewerController, browser } = context;
  let outcome: 'static' | undefined;
  const ask = async (): Promise<SavedSession | undefined> => {
    follow();
    const { login, session } = context.record ?? {};
    const isWanted = nextLoginStep(login, browser.clock.now()) === 'ask';
    if (!isWanted) return session;
    const { status } = context.$session.get();
    const event = status === 'idle' || status === 'ended' ? 'open' : 'lost';
    const opened = await openAndActivate(context, event, viewerController.signal);
    if (!opened) outcome = 'static';
    return opened;
  };
  await (background ? background.openUnderLease(ask) : ask());
  return outcome;
}

/**
 * Shows the session of the record. Another tab may have logged somebody in. `known`: the record
 * when this page began to wait.
 */
function showSettled(
  context: SessionContext,
  viewerSignal: AbortSignal,
  known: SessionRecord | undefined,
): SavedSession {
  const { current, lost, record } = context;
  const session = record?.session;
  if (!session) {
    // It has ended meanwhile: on this page, which knows that, or in another tab.
    if (viewerSignal.aborted) throw new AbortedError([viewerSignal]);
    endAfterOtherTab(context, record, known);
    throw new AbortedError('viewer-changed');
  }
  if (current && !lost && isSameSession(session, current)) return current;
  showStored(context, session);
  return session;
}
