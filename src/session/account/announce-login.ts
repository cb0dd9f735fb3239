import { pause } from '../../browser/clock.ts';
import { tabNoticeMs } from '../../browser/storage.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { askWhoItIs } from '../recovery/ask-who-it-is.ts';
import type { SessionDriver } from '../session.ts';
import { hasEndedSince } from '../state/lifetime.ts';
import type { SessionContext } from '../state/session-context.ts';
import { findDurable } from '../storage/find-durable.ts';
import { persist, persistNewEpoch } from '../storage/persistence.ts';
import type { SavedSession } from '../storage/saved-session.ts';
import { syncFromStorage } from '../storage/sync-from-storage.ts';
import { loginMs } from './announced-login.ts';
import { noteAnnounced } from './page-login.ts';

/** A login of this tab, from its announcement to its outcome. */
export interface LoginAttempt {
  readonly id: string;
  /** The session in which it is sent. */
  readonly session: SavedSession;
  /** Its end as wall time, in ms. */
  readonly endsAt: number;
  /** Its end as monotonic time, in ms: the wall clock may be set. */
  readonly endsAtMonotonic: number;
  /**
   * IndexedDB has the announcement. Without that a killed browser may have left an old record, with
   * another user before the login.
   */
  readonly isDurable: boolean;
  /** The page has ended its session since the call of the login, or the call was aborted. */
  readonly isCancelled: () => boolean;
  /** Other tabs may announce the next login. */
  readonly release: () => void;
}

/**
 * Announces a login to all tabs, one at a time: in the mirror, and in IndexedDB. Waits until no
 * other login is announced. `viewerSignal`: of the session at the page's call.
 * @throws {UsherError} `aborted`, `static-session`, or the error of the opening.
 */
export async function announceLogin(
  session: SessionDriver,
  signal: AbortSignal,
  viewerSignal: AbortSignal = session.getViewerSignal(),
): Promise<LoginAttempt> {
  const { context } = session;
  // A logout on this page cancels a login that waits, also for its code.
  const isCancelled = (): boolean => signal.aborted || hasEndedSince(viewerSignal);
  for (;;) {
    if (isCancelled()) throw new AbortedError(signal.aborted ? [signal] : 'viewer-changed');
    const ready = await session.ready();
    if (!ready) throw new UsherError('static-session', 'session/login: there is no session');
    await context.startBackground();
    const attempt = await tryToAnnounce(context, ready, signal, isCancelled);
    if (attempt) return attempt;
    // So does one in another tab. A login there does not.
    if (viewerSignal.aborted && !session.current()) throw new AbortedError([viewerSignal]);
  }
}

/** Announces a login under the lease. `undefined` when something has changed meanwhile. */
async function tryToAnnounce(
  context: SessionContext,
  ready: SavedSession,
  signal: AbortSignal,
  isCancelled: () => boolean,
): Promise<LoginAttempt | undefined> {
  const { background, browser, persistence } = context;
  const lease = background?.lease;
  if (lease && !(await lease.acquire(signal))) return undefined;
  const release = (): void => void lease?.release();
  syncFromStorage(context);
  const session = context.lost ? undefined : context.current;
  if (isCancelled() || context.record?.login || !session || session.id !== ready.id) {
    release();
    return undefined;
  }

  const id = String(browser.random()).slice(2);
  const { clock } = browser;
  const endsAt = clock.now() + loginMs;
  const endsAtMonotonic = clock.monotonic() + loginMs;
  // A duplicate of this tab has the same session. It leaves it, because its user will change.
  const announce = persistence === 'tab' ? persistNewEpoch : persist;
  noteAnnounced(context, id);
  announce(context, session, { login: { id, session: session.id, endsAt } });
  const [found] = await Promise.all([
    lease?.commit().then(() => findDurable(browser, context.settings.key)),
    persistence === 'none' ? undefined : pause(clock, tabNoticeMs),
  ]);
  const isDurable = persistence === 'none' || found?.login?.id === id;
  const attempt = { id, session, endsAt, endsAtMonotonic, isDurable, isCancelled, release };
  if (!isCancelled() && isAnnounced(context, attempt)) return attempt;
  withdrawLogin(context, attempt);
  release();
  return undefined;
}

/**
 * Whether the record of all tabs still has this login, in the same session. A page that was
 * disposed of sends no login, and takes over no answer.
 */
export function isAnnounced(context: SessionContext, { id, session }: LoginAttempt): boolean {
  syncFromStorage(context);
  const { record, disposal } = context;
  return !disposal.aborted && record?.login?.id === id && record.session?.id === session.id;
}

/** Ends a login that has changed nothing. The record begins later than one without that login. */
export function withdrawLogin(context: SessionContext, attempt: LoginAttempt): void {
  if (!isAnnounced(context, attempt)) return;
  const { session, epochStartedAt } = context.record!;
  persist(context, session, { login: undefined, epochStartedAt: epochStartedAt + 1 });
}

/**
 * Records that the outcome of a login is not known, for all tabs. From then on no user is shown,
 * and the platform is asked. The outcome of a late login may have changed the present session too.
 */
export function leaveUnclear(context: SessionContext, attempt: LoginAttempt): void {
  syncFromStorage(context);
  const { record, disposal, browser } = context;
  const { session, endsAtMonotonic } = attempt;
  if (disposal.aborted || record?.session?.id !== session.id) return;
  const { clock } = browser;
  const { login: announced } = record; // without it, other tabs have settled the login
  const leftMs = announced ? Math.max(0, endsAtMonotonic - clock.monotonic()) : 0;
  askWhoItIs(context, record.session, {
    id: attempt.id,
    session: session.id,
    endsAt: Math.max(announced?.endsAt ?? 0, clock.now() + leftMs),
    isUnclear: true,
    waitsForEnd: !attempt.isDurable,
  });
  // When its whole time has passed on this page, the login is over, whatever the wall clock says.
  const cancel = clock.after(loginMs, () => {
    if (!isAnnounced(context, attempt)) return;
    const { session: now, login } = context.record ?? {};
    persist(context, now, { login: login && { ...login, endsAt: 0 } });
  });
  disposal.addEventListener('abort', cancel);
}
