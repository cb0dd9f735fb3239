/** The platform wants a keepalive every 10 to 15 min: one is due after 12. */
export const intervalMs = 720_000;
/**
 * So much an interval bends at most: it stays within 10:15 and 13:45 min, with room for repeats
 * before 15.
 */
const maxPhaseShiftMs = 105_000;
/** Tabs of a device do not wake in the same moment. */
const spreadMs = 2000;
/** Waits after attempts that failed. */
const retriesMs = [15_000, 30_000, 60_000];
/**
 * Later waits, with full jitter, so that a platform that was down does not get everybody back at
 * once.
 */
const longestRetryMs = 120_000;
/** The last attempt that is sure to come in time. */
const latestRetryMs = 870_000;

/**
 * Where on the circle of 12 min a device sends, by its hash: those who came together drift apart,
 * and stay apart.
 */
function phaseOf(hash: string): number {
  return (Number(hash.slice(-6, -1)) / 1e5) * intervalMs;
}

/** How long after a keepalive the next one is due, in ms: bent towards the device's phase. */
export function dueAfterMs(at: number, hash: string): number {
  const half = intervalMs / 2;
  const towardsPhase =
    ((((phaseOf(hash) - at + half) % intervalMs) + intervalMs) % intervalMs) - half;
  return intervalMs + Math.max(-maxPhaseShiftMs, Math.min(maxPhaseShiftMs, towardsPhase));
}

/**
 * How long after a keepalive, of which a page learns when it is so old, the page looks for the next
 * one, in ms.
 */
export function dueMsOf(
  { at, hash }: { readonly at: number; readonly hash: string },
  ageMs: number,
  random: () => number,
): number {
  // An earlier page may have left it with no time to spare.
  return ageMs < intervalMs ? dueAfterMs(at, hash) + (2 * random() - 1) * spreadMs : intervalMs;
}

/** How long to wait after so many attempts that failed, in ms. */
export function retryAfterMs(failures: number, elapsedMs: number, random: () => number): number {
  const waitMs = retriesMs[failures - 1] ?? random() * longestRetryMs;
  return elapsedMs < latestRetryMs ? Math.min(waitMs, latestRetryMs - elapsedMs) : waitMs;
}
