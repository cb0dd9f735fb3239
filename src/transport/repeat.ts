import type { Clock } from '../browser/clock.ts';
import { retryDelayMs, wait } from './retry.ts';

interface RepeatBrowser {
  readonly clock: Clock;
  readonly random: () => number;
}

/** Repeats a read that failed, until it succeeds or is not to be tried again. Loaded with the first failure. */
export async function repeat<T>(once: () => Promise<T>, first: unknown, { clock, random }: RepeatBrowser, endAt: number, signal: AbortSignal): Promise<T> {
  let error = first;
  for (let tried = 1; ; tried++) {
    const delayMs = signal.aborted ? undefined : retryDelayMs(error, tried, endAt - clock.monotonic(), random);
    if (delayMs === undefined) throw error;
    await wait(clock, delayMs, signal);
    try {
      return await once();
    } catch (again) {
      error = again;
    }
  }
}
