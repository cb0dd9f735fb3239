import type { Browser } from '../../browser/browser.ts';
import type { Clock } from '../../browser/clock.ts';
import type { WakeType } from '../../browser/wake.ts';
import type { SavedSession } from '../storage/saved-session.ts';
import { dueMsOf, intervalMs, retryWaitMs } from './keepalive-plan.ts';

/** A larger difference of the clocks means sleep, or a clock that has jumped. */
export const maxSkewMs = 60_000;

/**
 * The longest wait that a platform can request. A later time comes from a clock that has jumped.
 */
const maxRequestedMs = intervalMs;

/** The last keepalive that this page knows. */
interface LastKeepalive {
  readonly session: SavedSession | undefined;
  /** The time at which this page learned of it, by both clocks, and its age at that time. */
  readonly wallAt: number;
  readonly monotonicAt: number;
  readonly ageMs: number;
  /** The time from it to the next one. */
  readonly dueMs: number;
}

const noKeepalive: LastKeepalive = {
  session: undefined,
  wallAt: 0,
  monotonicAt: 0,
  ageMs: 0,
  dueMs: 0,
};

/** The attempts that have failed since the last keepalive. */
interface FailedAttempts {
  readonly count: number;
  /** Monotonic time of the next attempt. */
  readonly retryAt: number;
  /** Monotonic time before which the platform has requested to wait. */
  readonly requestedUntil: number;
}

/** Says when the next keepalive of a page is due. */
export interface KeepaliveSchedule {
  /**
   * Notes the present session. If it was opened or kept alive since the last time, here or in
   * another tab, a new interval begins, and failed attempts do not count any more.
   */
  readonly noteSession: (session: SavedSession) => void;
  /**
   * Notes a failed attempt, and plans the next one. `requestedMs`: the wait that the platform has
   * requested. Returns by how much the keepalive is late, in ms.
   */
  readonly noteFailure: (requestedMs: number) => number;
  /** The time until the next attempt, in ms. Less than 0 when it is overdue. */
  readonly msUntilNext: (type?: WakeType) => number;
  /** Whether the last attempt has failed. */
  readonly hasFailed: () => boolean;
  /** Whether the last attempt for a session has failed, and the next one is to be sent later. */
  readonly isRetryPlanned: (session: SavedSession | undefined) => boolean;
}

export function createKeepaliveSchedule({
  clock,
  random,
}: Pick<Browser, 'clock' | 'random'>): KeepaliveSchedule {
  let last = noKeepalive;
  let failed: FailedAttempts | undefined;
  return {
    noteSession(session) {
      if (isSameKeepalive(last.session, session)) return;
      const wallAt = clock.now();
      const ageMs = Math.max(0, wallAt - session.keptAliveAt);
      const dueMs = dueMsOf(session, ageMs, random);
      last = { session, wallAt, monotonicAt: clock.monotonic(), ageMs, dueMs };
      failed = undefined;
    },
    noteFailure(requestedMs) {
      const { elapsedMs } = elapsedSince(last, clock);
      const count = (failed?.count ?? 0) + 1;
      const waitMs = retryWaitMs(count, elapsedMs, random);
      const now = clock.monotonic();
      const requestedUntil = now + Math.min(requestedMs, maxRequestedMs);
      failed = { count, retryAt: Math.max(now + waitMs, requestedUntil), requestedUntil };
      return Math.max(0, elapsedMs - last.dueMs);
    },
    msUntilNext(type) {
      if (failed) {
        // The network is back, so only the platform's own request counts.
        const nextAt = type === 'online' ? failed.requestedUntil : failed.retryAt;
        return nextAt - clock.monotonic();
      }
      const { elapsedMs, skewMs } = elapsedSince(last, clock);
      const leftMs = last.dueMs - elapsedMs;
      return skewMs > maxSkewMs ? Math.min(leftMs, 0) : leftMs;
    },
    hasFailed: () => failed !== undefined,
    isRetryPlanned: (session) =>
      failed !== undefined &&
      isSameKeepalive(last.session, session) &&
      failed.retryAt > clock.monotonic(),
  };
}

/** Whether both are the same session, with no keepalive between them. */
export const isSameKeepalive = (
  one: SavedSession | undefined,
  other: SavedSession | undefined,
): boolean => one?.id === other?.id && one?.keptAliveAt === other?.keptAliveAt;

/**
 * The time since a keepalive, by the clock that has advanced more: one clock stops in sleep, the
 * other can jump. `skewMs`: the difference of the clocks.
 */
function elapsedSince(
  { wallAt, monotonicAt, ageMs }: LastKeepalive,
  { now, monotonic }: Clock,
): { readonly elapsedMs: number; readonly skewMs: number } {
  const [wallMs, monotonicMs] = [now() - wallAt, monotonic() - monotonicAt];
  return {
    elapsedMs: ageMs + Math.max(wallMs, monotonicMs),
    skewMs: Math.abs(wallMs - monotonicMs),
  };
}
