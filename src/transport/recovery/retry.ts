import type { Clock } from '../../browser/clock.ts';
import { isUsherError } from '../../errors/usher-error.ts';
import type { PlatformError } from '../../errors/platform-error.ts';

/** Attempts of a read, the first included. What changes something has one. */
export const readAttempts = 3;

/** Upper bound of the first wait; it doubles with each attempt. */
const firstWaitMs = 500;

/**
 * How long to wait before the next attempt of a read, in ms; `undefined` when there is to be none.
 * Full jitter: anything from 0 to the bound, so that clients that failed together do not come back
 * together. Never sooner than that, whatever the platform asks for.
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

/** Waits; an aborted signal ends the wait and its timer. */
export function wait(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(delayMs, resolve);
    signal.addEventListener('abort', () => {
      cancel();
      resolve();
    });
  });
}
