import { nothing } from '../../browser/nothing.ts';
import { onWake } from '../../browser/wake.ts';
import type { UsherError } from '../../errors/usher-error.ts';
import { openSession } from '../opening/open-session.ts';
import type { OpeningResult } from '../opening/opening.ts';
import { replaceRetry, setFailures } from '../state/lifetime.ts';
import type { SessionContext } from '../state/session-context.ts';
import { persist } from '../storage/persistence.ts';
import { forgetFailures } from './forget-failures.ts';

/** Upper bound of the wait between two probes. */
const maxProbeMs = 120_000;

/** The longest wait that a platform can request. A later time comes from a clock that jumped. */
const maxRetryAfterMs = 3_600_000;

/**
 * Counts a failed opening for all tabs, and decides when the next one may be sent: with full
 * jitter, so that clients that failed together do not come back together, and not before the time
 * that the platform has requested, also in its answer to an earlier one.
 */
export function countFailure(
  context: SessionContext,
  { opening }: OpeningResult,
  { code, status, retryAfterMs: requestedMs = 0 }: UsherError & { readonly retryAfterMs?: number },
): void {
  const { record, browser } = context;
  const earlier = record?.failedOpenings;
  const count = (earlier?.count ?? 0) + 1;
  const failedAt = browser.clock.now();
  const waitMs = Math.max(jitterMs(context, count - 1), Math.min(requestedMs, maxRetryAfterMs));
  // An opening that left before the platform requested to wait may fail after that.
  const isStanding = earlier?.isRequested && earlier.failedAt <= failedAt;
  const standsUntil = isStanding ? earlier.retryAt : 0;
  const failedOpenings = {
    count,
    failedAt,
    retryAt: Math.max(failedAt + waitMs, standsUntil),
    isRequested: requestedMs > 0 || standsUntil > failedAt,
    code,
    status,
  };
  const deviceHash = record?.deviceHash || opening.deviceHash;
  persist(context, record?.session, { deviceHash, failedOpenings });
}

/** The wait after earlier failures and one more, in ms, with full jitter. */
export const jitterMs = ({ browser }: SessionContext, earlier: number): number =>
  browser.random() * Math.min(maxProbeMs, 1000 * 2 ** earlier);

/**
 * Plans the next try. The first tab that tries does it for all. Tries at once when the page is
 * online again, unless the platform has requested to wait.
 */
export function probeLater(context: SessionContext, at?: number): void {
  const { failures } = context;
  const { clock, onWake: wake = onWake } = context.browser;
  const now = clock.now();
  const retryAt = at ?? now;
  const probe = (): void => {
    cancel();
    if (!context.pending) openSession(context).catch(nothing);
  };
  const cancel = clock.after(Math.max(0, retryAt - now), probe);
  setFailures(context, failures + 1);
  const stopWaking = wake((type) => {
    if (type !== 'online') return;
    setFailures(context, 1); // A try under way may still fail because of the old network.
    forgetFailures(context);
    probe();
  });
  replaceRetry(context, {
    at: retryAt,
    cancel() {
      cancel();
      stopWaking();
    },
  });
}
