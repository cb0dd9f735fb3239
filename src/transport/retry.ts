import type { Clock } from '../browser/clock.ts';
import { isUsherError } from '../errors/is-usher-error.ts';
import type { PlatformError } from '../errors/platform-error.ts';

/** Attempts of a read, the first included. A change has one. */
export const readAttempts = 3;

/** Upper bound of the first wait. It doubles with each attempt. */
const firstWaitMs = 500;

/**
 * The wait before the next attempt of a read, in ms. `undefined` without a next attempt. Full
 * jitter, from 0 to the bound, so that clients that failed together do not come back together. The
 * wait that the platform requests can only make it longer.
 */
export function retryDelayMs(
  error: unknown,
  attempt: number,
  remainingMs: number,
  random: () => number,
): number | undefined {
  if (attempt >= readAttempts || !isUsherError(error) || !error.retryable) return undefined;
  const jitterMs = random() * firstWaitMs * 2 ** (attempt - 1);
  const delayMs = Math.max((error as PlatformError).retryAfterMs ?? 0, jitterMs);
  return delayMs < remainingMs ? delayMs : undefined;
}

/** Waits. An aborted signal ends the wait and its timer. */
export function wait(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(delayMs, resolve);
    signal.addEventListener('abort', () => {
      cancel();
      resolve();
    });
  });
}
