import type { Clock } from '../browser/clock.ts';
import type { EncodedCall } from '../contract/encode-call.ts';
import type { UsherError } from '../errors/usher-error.ts';
import type { CallLog } from './call-log.ts';
import type { EndAttempt } from './call-trace.ts';
import { retryDelayMs, wait } from './retry.ts';

/** A call after its first failure. */
interface FailedOnce<T> {
  readonly call: EncodedCall;
  readonly once: () => Promise<T>;
  readonly browser: { readonly clock: Clock; readonly random: () => number };
  readonly log: Pick<CallLog, 'fail'>;
  /** Monotonic time at which the deadline ends. */
  readonly endAt: number;
  readonly signal: AbortSignal;
  readonly end: EndAttempt;
}

/** Repeats a failed read until it succeeds, or must not be repeated. A change is not repeated. */
export async function repeat<T>(
  { call, once, browser: { clock, random }, log, endAt, signal, end }: FailedOnce<T>,
  first: UsherError,
): Promise<T> {
  let error = first;
  const { reference } = call;
  for (let attempt = 1; ; attempt++) {
    if (reference) Object.assign(error, { reference });
    end(error.status, error.code);
    log.fail({
      failedAt: clock.now(),
      id: call.id,
      attempt,
      code: error.code,
      status: error.status,
    });
    const delayMs =
      call.effect === 'read' && !signal.aborted
        ? retryDelayMs(error, attempt, endAt - clock.monotonic(), random)
        : undefined;
    if (delayMs === undefined) throw error;
    await wait(clock, delayMs, signal);
    if (signal.aborted) throw error; // its caller has an answer already
    try {
      reportNoMore(call);
      return await once();
    } catch (again) {
      error = again as UsherError;
    }
  }
}

/**
 * Stops the report of a repeated search: it may have been reported already. The call itself is
 * changed, because no other code uses it.
 */
function reportNoMore(call: EncodedCall): void {
  if (call.id !== 'allmedia/byquery') return;
  const pairs = call.query.split('&').filter((pair) => pair && !pair.startsWith('skipReporting='));
  Object.assign(call, { query: [...pairs, 'skipReporting=1'].join('&') });
}
