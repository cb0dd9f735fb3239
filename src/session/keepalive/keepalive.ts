import type { Clock } from '../../browser/clock.ts';
import { nothing } from '../../browser/nothing.ts';
import type { WakeType } from '../../browser/wake.ts';
import { keepaliveArea } from '../../contract/keepalive.ts';
import type { Answer } from '../../dialect/envelope.ts';
import { readUser } from '../../dialect/readers.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import { isUsherError } from '../../errors/is-usher-error.ts';
import type { PlatformError } from '../../errors/platform-error.ts';
import { askWhoItIs } from '../recovery/ask-who-it-is.ts';
import type { SessionRequest } from '../request.ts';
import type { SessionDriver } from '../session.ts';
import { activate } from '../state/lifetime.ts';
import type { SessionContext } from '../state/session-context.ts';
import { dispatch } from '../state/session-store.ts';
import { persist } from '../storage/persistence.ts';
import type { SavedSession } from '../storage/saved-session.ts';
import { sync } from '../storage/tabs.ts';
import { dueMsOf, intervalMs, retryWaitMs } from './keepalive-plan.ts';
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

/** A larger difference of the clocks means sleep, or a clock that has jumped. */
const maxSkewMs = 60_000;

/**
 * The longest wait that a platform can request. A later time comes from a clock that has jumped.
 */
const maxRequestedMs = intervalMs;

/** How often a keepalive that waits for a login checks whether that has ended. */
const loginLookMs = 1000;

/** The last keepalive, by both clocks. */
interface Last {
  session?: SavedSession;
  /** The time at which this page learned of it, and its age at that time. */
  wallAt: number;
  monotonicAt: number;
  ageMs: number;
  /** The time from it to the next one. */
  dueMs: number;
  failures: number;
  /** Monotonic time of the next attempt, after a failed one. */
  retryAt: number;
  /** Monotonic time before which the platform has requested to wait. */
  requestedUntil: number;
}

const noKeepalive = (): Last => ({
  wallAt: 0,
  monotonicAt: 0,
  ageMs: 0,
  dueMs: 0,
  failures: 0,
  retryAt: 0,
  requestedUntil: 0,
});

export function startKeepalive(
  session: SessionDriver,
  request: SessionRequest,
  lease: LeaseManager,
): Keepalive {
  const { context } = session;
  const { clock } = context.browser;
  const last = noKeepalive();
  let cancel = nothing;
  let sending: Promise<void> | undefined;
  let isStopped = false; // an answer that arrives later plans no keepalive
  const send = (): Promise<void> =>
    (sending ??= sendOnce(session, request, lease, last).finally(() => {
      sending = undefined;
      check();
    }));
  const check = (type?: WakeType): void => {
    const current = session.current();
    cancel();
    if (!current || sending || isStopped) return;
    if (!isAsKept(last.session, current)) learn(context, last, current);
    const waitMs = waitOf(context, last, type);
    if (waitMs > 0) {
      cancel = clock.after(Math.min(waitMs, intervalMs), check);
      return;
    }
    const isAsleep = waitMs < -maxSkewMs && !last.failures;
    void send();
    if (isAsleep) dispatch(context, undefined, undefined, { byMs: -waitMs, why: 'asleep' });
  };
  const revive = async (): Promise<void> => (isRetryPlanned(session, last) ? undefined : send());
  const stopListening = session.onChange(() => check());
  const stop = (): void => {
    cancel();
    stopListening();
    isStopped = true;
  };
  return { check, revive, stop };
}

/** Whether both are the same session, with no keepalive between them. */
const isAsKept = (one: SavedSession | undefined, other: SavedSession | undefined): boolean =>
  one?.id === other?.id && one?.keptAliveAt === other?.keptAliveAt;

/** Whether the last keepalive has failed, and the next one is to be sent later. */
function isRetryPlanned({ context, current }: SessionDriver, last: Last): boolean {
  const hasFailed = last.failures > 0 && isAsKept(last.session, current());
  return hasFailed && last.retryAt > context.browser.clock.monotonic();
}

/** Records a session that was opened or kept alive, here or in another tab. */
function learn(
  { browser: { clock, random } }: SessionContext,
  last: Last,
  session: SavedSession,
): void {
  const wallAt = clock.now();
  const ageMs = Math.max(0, wallAt - session.keptAliveAt);
  Object.assign(last, {
    session,
    wallAt,
    monotonicAt: clock.monotonic(),
    ageMs,
    dueMs: dueMsOf(session, ageMs, random),
    failures: 0,
  });
}

/**
 * The elapsed time by the clock that has advanced more: one clock stops in sleep, the other can
 * jump.
 */
function elapsedOf(
  { now, monotonic }: Clock,
  { wallAt, monotonicAt, ageMs }: Last,
): { readonly elapsedMs: number; readonly skewMs: number } {
  const [wallMs, monotonicMs] = [now() - wallAt, monotonic() - monotonicAt];
  return {
    elapsedMs: ageMs + Math.max(wallMs, monotonicMs),
    skewMs: Math.abs(wallMs - monotonicMs),
  };
}

/** The time until the next attempt, in ms. Less than 0 when it is overdue. */
function waitOf({ browser, saved }: SessionContext, last: Last, type?: WakeType): number {
  const { clock } = browser;
  const { elapsedMs, skewMs } = elapsedOf(clock, last);
  if (saved?.login) return loginLookMs;
  if (last.failures) {
    const nextAt = type === 'online' ? last.requestedUntil : last.retryAt;
    return nextAt - clock.monotonic();
  }
  return Math.min(last.dueMs - elapsedMs, skewMs > maxSkewMs ? 0 : Infinity);
}

async function sendOnce(
  session: SessionDriver,
  request: SessionRequest,
  lease: LeaseManager,
  last: Last,
): Promise<void> {
  const { context } = session;
  const { clock } = context.browser;
  const planned = session.current(); // before the page reads what other tabs have sent
  const signal = session.followViewer();
  if (!(await lease.acquire(signal))) return;
  sync(context);
  const before = session.current();
  const keptAliveAt = clock.now();
  try {
    // Another tab has sent it while this one waited, or a login has been announced.
    if (context.saved?.login || !before || !isAsKept(before, planned)) return;
    const findSession = async (): Promise<SavedSession> => {
      // Only the owner of the lease may send. The page may have been frozen since it acquired it.
      if (!lease.isHeld()) throw new AbortedError();
      return before;
    };
    const answer = await request(keepaliveArea, 'keepalive', {}, { findSession });
    if (!signal.aborted) applyKeepalive(session, before, keptAliveAt, answer);
  } catch (error) {
    sync(context);
    if (!signal.aborted && session.current() === before) fail(context, last, error);
  } finally {
    void lease.release();
  }
}

/**
 * Takes over the answer to a keepalive: the session lives from the time at which it was sent.
 * Another tab may have kept it alive, or ended it, meanwhile.
 */
export function applyKeepalive(
  session: SessionDriver,
  before: SavedSession,
  keptAliveAt: number,
  answer: Answer,
): void {
  const { context } = session;
  sync(context);
  const current = session.current();
  if (!current || !isAsKept(current, before)) return;
  const kept = { ...current, keptAliveAt };
  const named = readUser(answer.result);
  if (named?.id && named.id !== current.user?.id) return askWhoItIs(context, kept);
  persist(context, kept);
  activate(context, kept);
}

/**
 * Shows why the session is not kept alive, and plans the next attempt. The call itself recovers a
 * lost session.
 */
function fail(context: SessionContext, last: Last, error: unknown): void {
  if (!isUsherError(error) || error.code === 'session-lost' || error.code === 'aborted') return;
  const { clock, random } = context.browser;
  const { elapsedMs } = elapsedOf(clock, last);
  const waitMs = retryWaitMs(++last.failures, elapsedMs, random);
  const { retryAfterMs = 0 } = error as Partial<PlatformError>;
  const now = clock.monotonic();
  last.requestedUntil = now + Math.min(retryAfterMs, maxRequestedMs);
  last.retryAt = Math.max(now + waitMs, last.requestedUntil);
  const isCutOff = error.code === 'network' || error.code === 'timeout';
  dispatch(context, isCutOff ? 'unreachable' : 'refused', error, {
    byMs: Math.max(0, elapsedMs - last.dueMs),
    why: isCutOff ? 'network' : 'platform',
  });
}
