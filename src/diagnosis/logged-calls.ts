import { timedRequests, type TimedRequest } from '../browser/probes.ts';
import type { Opening } from '../session/opening/opening.ts';
import type { SessionContext } from '../session/state/session-context.ts';
import type { FailedAttempt, RequestTiming } from '../transport/call-log.ts';

/** The largest number of calls in a report. */
const maxCalls = 50;

/**
 * Returns the logged calls with the openings, which are sent before there is a log: they are read
 * from the browser's resource timing.
 */
export async function madeCalls({
  settings: { baseUrl },
  lastOpening,
  loadCalls,
}: SessionContext): Promise<RequestTiming[]> {
  const id = 'session/init';
  const openings = timedRequests(`${baseUrl}/${id}`).map((request) => {
    const reference = referenceOf(lastOpening, request);
    return { id, ...request, ...(reference && { reference }) };
  });
  const calls = await loadCalls().then(
    ({ log }) => log.calls.filter((call) => call.id !== id),
    () => [],
  ); // the code for calls may be missing
  return [...openings, ...calls]
    .sort((one, other) => one.startedAt - other.startedAt)
    .slice(-maxCalls);
}

/** The clocks of the opening and of the browser's timing differ by no more, unless one was set. */
const sameMs = 1000;

const referenceOf = (
  opening: Opening | undefined,
  { startedAt }: TimedRequest,
): string | undefined =>
  opening?.kind === 'sent' && Math.abs(opening.startedAt - startedAt) < sameMs
    ? opening.callReference
    : undefined;

/** The failed attempts. Empty when the code for calls is missing. */
export const failedAttempts = async ({
  loadCalls,
}: SessionContext): Promise<readonly FailedAttempt[]> =>
  loadCalls().then(
    ({ log }) => [...log.failures],
    () => [],
  );
