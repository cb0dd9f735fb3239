import type { Clock } from '../browser/clock.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';

/**
 * Runs a task with a deadline for all of it, and with signals that may abort it.
 * `endpoint`: the ID of the call, for the errors.
 * @throws {TimeoutError} `timeout`, or {AbortedError} `aborted`, whatever the task does then.
 */
export function withDeadline<T>(
  clock: Clock,
  deadlineMs: number,
  signals: readonly AbortSignal[],
  task: (signal: AbortSignal) => Promise<T>,
  endpoint?: string,
): Promise<T> {
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const end = (error: Error): void => {
      reject(error);
      controller.abort();
    };
    const onAbort = (): void => end(new AbortedError(signals, endpoint));
    const cancel = clock.after(deadlineMs, () => end(new TimeoutError(deadlineMs, endpoint)));
    for (const signal of signals) {
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort);
    }
    task(controller.signal)
      .then(resolve, reject)
      .finally(() => {
        cancel();
        for (const signal of signals) signal.removeEventListener('abort', onAbort);
      });
  });
}
