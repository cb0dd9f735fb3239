import { nothing } from '../../browser/nothing.ts';
import type { WakeType } from '../../browser/wake.ts';
import { keepaliveArea } from '../../contract/keepalive.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import { isUsherError } from '../../errors/is-usher-error.ts';
import type { PlatformError } from '../../errors/platform-error.ts';
import type { SessionRequest } from '../request.ts';
import type { SessionDriver } from '../session.ts';
import type { SessionContext } from '../state/session-context.ts';
import { dispatch } from '../state/session-store.ts';
import type { SavedSession } from '../storage/saved-session.ts';
import { sync } from '../storage/tabs.ts';
import { applyKeepalive } from './apply-keepalive.ts';
import { intervalMs } from './keepalive-plan.ts';
import {
  createKeepaliveSchedule,
  isSameKeepalive,
  maxSkewMs,
  type KeepaliveSchedule,
} from './keepalive-schedule.ts';
import type { LeaseManager } from './lease.ts';

/** Keeps a session alive while the page is open. */
export interface Keepalive {
  /** Sends a keepalive that is due, or sets the timer for the next one. */
  readonly check: (type?: WakeType) => void;
  /**
   * Sends a keepalive now, for a call in a session that may have ended. Not if another tab has sent
   * it, nor if one has failed and its repeat is planned. Callers share one request.
   */
  readonly revive: () => Promise<void>;
  readonly stop: () => void;
}

/** How often a keepalive that waits for a login checks whether that has ended. */
const loginLookMs = 1000;

export function startKeepalive(
  session: SessionDriver,
  request: SessionRequest,
  lease: LeaseManager,
): Keepalive {
  const { context } = session;
  const { clock } = context.browser;
  const schedule = createKeepaliveSchedule(context.browser);
  let cancel = nothing;
  let sending: Promise<void> | undefined;
  let isStopped = false; // an answer that arrives later plans no keepalive
  const send = (): Promise<void> =>
    (sending ??= sendOnce(session, request, lease, schedule).finally(() => {
      sending = undefined;
      check();
    }));
  const check = (type?: WakeType): void => {
    const current = session.current();
    cancel();
    if (!current || sending || isStopped) return;
    schedule.noteSession(current);
    const waitMs = context.record?.login ? loginLookMs : schedule.msUntilNext(type);
    if (waitMs > 0) {
      cancel = clock.after(Math.min(waitMs, intervalMs), check);
      return;
    }
    const isAsleep = waitMs < -maxSkewMs && !schedule.hasFailed();
    void send();
    if (isAsleep) dispatch(context, undefined, undefined, { byMs: -waitMs, why: 'asleep' });
  };
  const revive = async (): Promise<void> =>
    schedule.isRetryPlanned(session.current()) ? undefined : send();
  const stopListening = session.onChange(() => check());
  const stop = (): void => {
    cancel();
    stopListening();
    isStopped = true;
  };
  return { check, revive, stop };
}

/** Sends a keepalive under the lease, unless another tab has done so. */
async function sendOnce(
  session: SessionDriver,
  request: SessionRequest,
  lease: LeaseManager,
  schedule: KeepaliveSchedule,
): Promise<void> {
  const { context } = session;
  const { clock } = context.browser;
  const planned = session.current(); // before the page reads what other tabs have sent
  if (planned) schedule.noteSession(planned); // it may fail before the first check
  const signal = session.getViewerSignal();
  if (!(await lease.acquire(signal))) return;
  sync(context);
  const before = session.current();
  const keptAliveAt = clock.now();
  try {
    // Another tab has sent it while this one waited, or a login has been announced.
    if (context.record?.login || !before || !isSameKeepalive(before, planned)) return;
    const findSession = async (): Promise<SavedSession> => {
      // Only the owner of the lease may send. The page may have been frozen since it acquired it.
      if (!lease.isHeld()) throw new AbortedError('frozen');
      return before;
    };
    const answer = await request(keepaliveArea, 'keepalive', {}, { findSession });
    if (!signal.aborted) applyKeepalive(session, before, keptAliveAt, answer);
  } catch (error) {
    sync(context);
    if (!signal.aborted && session.current() === before) showFailure(context, schedule, error);
  } finally {
    void lease.release();
  }
}

/**
 * Shows why the session is not kept alive, and plans the next attempt. The call itself recovers a
 * lost session.
 */
function showFailure(context: SessionContext, schedule: KeepaliveSchedule, error: unknown): void {
  if (!isUsherError(error) || error.code === 'session-lost' || error.code === 'aborted') return;
  const { retryAfterMs = 0 } = error as Partial<PlatformError>;
  const byMs = schedule.noteFailure(retryAfterMs);
  const isCutOff = error.code === 'network' || error.code === 'timeout';
  dispatch(context, isCutOff ? 'unreachable' : 'refused', error, {
    byMs,
    why: isCutOff ? 'network' : 'platform',
  });
}
