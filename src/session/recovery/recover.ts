import type { EncodedCall } from '../../contract/encode-call.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { withDeadline } from '../../transport/deadline.ts';
import { openSession } from '../begin.ts';
import { setPaused, setProbe, syncFromStorage } from '../lifetime.ts';
import { persist } from '../persistence.ts';
import { dispatch, setDoubt, setSession } from '../session-store.ts';
import type { SessionContext } from '../session-context.ts';
import type { Losses, SavedSession } from '../saved-session.ts';
import type { SessionDriver } from '../session.ts';

/** How long a read may take, its repeats included. */
const readMs = 30_000;

/**
 * What follows on a call whose session the platform no longer knows: one new session for everybody;
 * a read is repeated once, and nothing that changes anything is. If the new session is somebody
 * else's, nothing is repeated; the driver tells the page.
 */
export async function recover(
  session: SessionDriver,
  call: EncodedCall,
  lost: SavedSession,
  error: UsherError,
  send: (carried: SavedSession) => Promise<Answer>,
  calledAt: number,
): Promise<Answer> {
  const { clock } = session.context.browser;
  const renewed = replace(session, lost, calledAt, error);
  if (call.effect === 'change') {
    renewed.catch(() => {}); // the session shows it; the caller learns that the change was not made
    throw error;
  }
  return withDeadline(clock, readMs - (clock.monotonic() - calledAt), [], async () => {
    const now = await renewed;
    if (!now) throw error; // only static details are left
    if (now.user?.id === lost.user?.id) return send(now);
    throw new UsherError(
      'identity-changed',
      `${call.id}: the session came back as somebody else's`,
    );
  });
}

/** Sessions that were lost so long ago are not in a row with one that is lost now. */
const inRowMs = 600_000;
const firstPauseMs = 1000;
const longestPauseMs = 120_000;
/** So long a call waits for the next session; it has 30 s in all. */
const longestWaitMs = 10_000;

/**
 * A new session in the place of one that the platform no longer knows: one for all calls and tabs.
 * The second in a row waits, in all tabs.
 */
async function replace(
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
    (current.at !== lost.at && context.aliveAt > calledAt)
  ) {
    return ready();
  }
  const before = $user.get();
  const losses = countLoss(context, lost);
  setSession(context, current, true);
  // Without its fingerprint the kept session is asked about, not gone on with.
  const { saved } = context;
  const kept = saved?.session;
  if (!saved || (kept?.id === lost.id && kept.at === current.at)) {
    persist(context, { ...current, fingerprint: '' }, { losses });
  }
  const session = await (losses.count > 1
    ? pauseBefore(context, losses.count, error)
    : openSession(context, 'lost'));
  const now = $user.get();
  if (session && before?.id !== now?.id) context.emit('identity-changed', { before, now });
  return session;
}

/** How many sessions were lost one after the other, as all tabs know. */
function countLoss(
  { saved, confirmed, browser: { clock } }: SessionContext,
  lost: SavedSession,
): Losses {
  const at = clock.now();
  const known = saved?.losses;
  if (known?.id === lost.id) return known; // another tab has met the same
  const isInRow = known && confirmed !== lost.id && Math.abs(at - known.at) < inRowMs;
  return { id: lost.id, at, count: isInRow ? known.count + 1 : 1 };
}

/**
 * Shows that sessions are refused, and opens the next one later, with jitter, so that all who lost
 * theirs do not come back together. Calls wait for it, or fail at once where that takes long.
 */
function pauseBefore(
  context: SessionContext,
  count: number,
  error: UsherError,
): Promise<SavedSession | undefined> {
  const { clock, random } = context.browser;
  const waitMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (count - 1)) * (0.5 + random() / 2);
  const reopened = new Promise<SavedSession | undefined>((resolve, reject) => {
    const cancel = clock.after(waitMs, () => {
      setPaused(context, undefined);
      resolve(context.pending ?? openSession(context, 'lost'));
    });
    setProbe(context, () => {
      cancel();
      // Where it is still lost, the session has ended meanwhile.
      if (context.lost) reject(new AbortedError());
      else resolve(context.current);
    });
  });
  reopened.catch(() => {}); // the state shows how it went
  const paused = waitMs > longestWaitMs ? Promise.reject(error) : reopened;
  paused.catch(() => {});
  setDoubt(context, error);
  setPaused(context, paused);
  dispatch(context, 'refused', error);
  return paused;
}
