import { nothing } from '../browser/nothing.ts';
import type { SessionContext } from './state/session-context.ts';

/** Notes for `diagnose()` that an answer was JSON, but could not be understood. */
export function noteUnreadable(
  { browser: { clock }, loadCalls }: SessionContext,
  id: string,
  status: number,
): void {
  const failedAt = clock.now();
  loadCalls()
    .then(({ log }) => log.fail({ failedAt, id, attempt: 1, code: 'malformed', status }))
    .catch(nothing);
}
