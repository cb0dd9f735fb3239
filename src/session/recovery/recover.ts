import { nothing } from '../../browser/nothing.ts';
import type { EncodedCall } from '../../contract/encode-call.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { withDeadline } from '../../transport/deadline.ts';
import { openSession } from '../opening/open-session.ts';
import type { SessionDriver } from '../session.ts';
import { noteConfirmed, replacePause, replaceRetry } from '../state/lifetime.ts';
import type { SessionContext } from '../state/session-context.ts';
import { dispatch, distrustSession, loseSession } from '../state/session-store.ts';
import { persist } from '../storage/persistence.ts';
import type { Losses, SavedSession } from '../storage/saved-session.ts';
import { syncFromStorage } from '../storage/sync-from-storage.ts';

/** How long a read may take, its repeats included. */
const readMs = 30_000;

/** A call whose session is lost. */
export interface LostCall {
  readonly encoded: EncodedCall;
  /** The session that it carried. */
  readonly lost: SavedSession;
  /** The error with which the platform said that the session is lost. */
  readonly error: UsherError;
  /** Sends the call again, in another session. */
  readonly send: (carried: SavedSession) => Promise<Answer>;
  /** Monotonic time of the page's call. */
  readonly calledAt: number;
  /** The signal of the page's call. It ends the wait. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Recovers a call whose session is lost. All calls share one new session. A read is repeated once,
 * a change never. If the new session belongs to another user, nothing is repeated, and the session
 * emits `identity-changed`.
 */
export async function recover(
  session: SessionDriver,
  { encoded, lost, error, send, calledAt, signal }: LostCall,
): Promise<Answer> {
  const { clock } = session.context.browser;
  const signals = signal ? [signal] : [];
  const renewed = replaceLost(session, lost, calledAt, error);
  if (encoded.effect === 'change') {
    renewed.catch(nothing); // the state shows it; the caller learns that nothing changed
    throw error;
  }
  return withDeadline(clock, readMs - (clock.monotonic() - calledAt), signals, async () => {
    const now = await renewed;
    if (!now) throw error; // only static details are available
    if (now.user?.id === lost.user?.id) return send(now);
    throw new UsherError(
      'identity-changed',
      `${encoded.id}: the session came back as somebody else's`,
    );
  });
}

/** Losses that are further apart do not count as losses in a row. */
const inRowMs = 600_000;
const firstPauseMs = 1000;
const maxPauseMs = 120_000;
/** How long a call waits for the next session. It has 30 s in all. */
const maxWaitMs = 10_000;

/**
 * Opens a new session that replaces a lost one, one for all calls and tabs. From the second loss in
 * a row on, all tabs wait first.
 */
async function replaceLost(
  { context, ready, $user }: SessionDriver,
  lost: SavedSession,
  calledAt: number,
  error: UsherError,
): Promise<SavedSession | undefined> {
  syncFromStorage(context);
  const { current } = context;
  if (
    context.paused ||
    context.pending ||
    current?.id !== lost.id ||
    (current.keptAliveAt !== lost.keptAliveAt && context.aliveAt > calledAt)
  ) {
    return ready();
  }
  const before = $user.get();
  const losses = countLoss(context, lost);
  noteConfirmed(context, undefined); // the next session may have the same ID
  loseSession(context, current);
  // Without a fingerprint the stored session is not resumed: init is sent for it.
  const { record } = context;
  const kept = record?.session;
  if (!record || (kept?.id === lost.id && kept.keptAliveAt === current.keptAliveAt)) {
    persist(context, { ...current, fingerprint: '' }, { losses });
  }
  const session = await (losses.count > 1
    ? pauseBefore(context, losses.count, error)
    : openSession(context, 'lost'));
  const now = $user.get();
  // The opening itself has told the page of another user than the one whom it showed.
  if (session && before === null && now) context.emit('identity-changed', { before, now });
  return session;
}

/** The number of sessions lost in a row, shared by all tabs. */
function countLoss(
  { record, confirmed, browser: { clock } }: SessionContext,
  lost: SavedSession,
): Losses {
  const lostAt = clock.now();
  const known = record?.losses;
  const { id, keptAliveAt } = lost;
  // Another tab has counted this loss.
  if (known?.id === id && known.keptAliveAt === keptAliveAt) return known;
  const isInRow = known && confirmed !== id && Math.abs(lostAt - known.lostAt) < inRowMs;
  return { id, keptAliveAt, lostAt, count: isInRow ? known.count + 1 : 1 };
}

/**
 * Shows that sessions are refused, and opens the next one later, with jitter, so that clients do
 * not come back together. Calls wait for it, or fail at once when the wait is long.
 */
function pauseBefore(
  context: SessionContext,
  count: number,
  error: UsherError,
): Promise<SavedSession | undefined> {
  const { clock, random } = context.browser;
  const waitMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (count - 1)) * (0.5 + random() / 2);
  const reopened = new Promise<SavedSession | undefined>((resolve, reject) => {
    const cancel = clock.after(waitMs, () => {
      replacePause(context, undefined);
      resolve(context.pending ?? openSession(context, 'lost'));
    });
    const end = (): void => {
      cancel();
      // If it is still lost, the session has ended meanwhile.
      if (context.lost) {
        reject(new AbortedError(context.disposal.aborted ? 'disposed' : 'viewer-changed'));
      } else {
        resolve(context.current);
      }
    };
    replaceRetry(context, { at: clock.now() + waitMs, cancel: end });
  });
  reopened.catch(nothing); // the state shows the result
  const paused = waitMs > maxWaitMs ? Promise.reject(error) : reopened;
  paused.catch(nothing);
  distrustSession(context, error);
  replacePause(context, paused);
  dispatch(context, 'refused', error);
  return paused;
}
