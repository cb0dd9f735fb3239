import type { SavedSession } from '../storage/saved-session.ts';

/** The platform expects a keepalive every 10 to 15 min. One is due after 12 min. */
export const intervalMs = 720_000;
/**
 * The largest shift of an interval. It stays between 10:15 and 13:45 min, with time for repeats
 * before 15 min.
 */
const maxPhaseShiftMs = 105_000;
/** Spreads the tabs of a device, so that they do not wake at the same moment. */
const spreadMs = 2000;
/** Waits after the first failed attempts. */
const retriesMs = [15_000, 30_000, 60_000];
/**
 * Upper bound of the later waits, with full jitter: after an outage not all clients come back at
 * once.
 */
const maxRetryMs = 120_000;
/** The last attempt that certainly arrives in time. */
const latestRetryMs = 870_000;

/**
 * The phase of a device within the 12 min, from its hash. It spreads devices that started together.
 */
function phaseOf(deviceHash: string): number {
  return (Number(deviceHash.slice(-6, -1)) / 1e5) * intervalMs;
}

/** Time from a keepalive to the next one, in ms, shifted towards the phase of the device. */
export function dueAfterMs(keptAliveAt: number, deviceHash: string): number {
  const half = intervalMs / 2;
  const towardsPhase = half - ((keptAliveAt - phaseOf(deviceHash) + half) % intervalMs);
  return intervalMs + Math.max(-maxPhaseShiftMs, Math.min(maxPhaseShiftMs, towardsPhase));
}

/**
 * Time from a keepalive to the next one, in ms. `ageMs` is the age of that keepalive when the page
 * learned of it.
 */
export function dueMsOf(
  { keptAliveAt, deviceHash }: Pick<SavedSession, 'keptAliveAt' | 'deviceHash'>,
  ageMs: number,
  random: () => number,
): number {
  // An old keepalive of an earlier page may leave no time for a shift.
  return ageMs < intervalMs
    ? dueAfterMs(keptAliveAt, deviceHash) + (2 * random() - 1) * spreadMs
    : intervalMs;
}

/** The wait after `failures` failed attempts in a row, in ms. */
export function retryWaitMs(failures: number, elapsedMs: number, random: () => number): number {
  const waitMs = retriesMs[failures - 1] ?? random() * maxRetryMs;
  const leftMs = latestRetryMs - elapsedMs;
  return leftMs > 0 ? Math.min(waitMs, leftMs) : waitMs;
}
