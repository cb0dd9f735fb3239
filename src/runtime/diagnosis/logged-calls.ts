import { timedRequests } from '../../browser/probes.ts';
import type { SessionContext } from '../../session/session-context.ts';
import type { FailedAttempt, MadeCall } from '../../transport/call-log.ts';

/** So many are reported. */
const mostCalls = 50;

/**
 * The log of the calls, with the openings: those are sent before there is a log, and the browser
 * remembers them.
 */
export async function madeCalls({
  settings: { baseUrl },
  loadCalls,
}: SessionContext): Promise<MadeCall[]> {
  const id = 'session/init';
  const openings = timedRequests(`${baseUrl}/${id}`).map((request) => ({ id, ...request }));
  const calls = await loadCalls().then(
    ({ log }) => log.calls.filter((call) => call.id !== id),
    () => [],
  ); // the code of calls may be missing
  return [...openings, ...calls].sort((one, other) => one.at - other.at).slice(-mostCalls);
}

/** The attempts that failed; none where the code of calls is missing. */
export const failedAttempts = async ({
  loadCalls,
}: SessionContext): Promise<readonly FailedAttempt[]> =>
  loadCalls().then(
    ({ log }) => [...log.failures],
    () => [],
  );
