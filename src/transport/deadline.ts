import type { Clock } from '../browser/clock.ts';
import { AbortedError } from '../errors/aborted-error.ts';
import { TimeoutError } from '../errors/timeout-error.ts';

/**
 * Runs a task under a deadline that covers all of it, and under signals that may end it earlier.
 * @throws {TimeoutError} `timeout`, or {AbortedError} `aborted`, whatever the task does then.
 */
export function withDeadline<T>(clock: Clock, deadlineMs: number, signals: readonly AbortSignal[], task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onAbort = (): void => fail(new AbortedError());
  let fail: (error: Error) => void;
  const ended = new Promise<never>((_, reject) => {
    fail = (error) => {
      reject(error);
      controller.abort();
    };
  });
  const cancel = clock.after(deadlineMs, () => fail(new TimeoutError(deadlineMs)));
  for (const signal of signals) signal.addEventListener('abort', onAbort);
  if (signals.some((signal) => signal.aborted)) onAbort();
  return Promise.race([ended, controller.signal.aborted ? ended : task(controller.signal)]).finally(() => {
    cancel();
    for (const signal of signals) signal.removeEventListener('abort', onAbort);
  });
}
