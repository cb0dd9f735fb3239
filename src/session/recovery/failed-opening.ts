import { isPlayerOnly } from '../../dialect/player-only.ts';
import { readAnswer } from '../../dialect/read-answer.ts';
import { AbortedError } from '../../errors/aborted-error.ts';
import { MalformedError } from '../../errors/malformed-error.ts';
import { NetworkError } from '../../errors/network-error.ts';
import { PlatformError } from '../../errors/platform-error.ts';
import { TimeoutError } from '../../errors/timeout-error.ts';
import { UsherError } from '../../errors/usher-error.ts';
import { onWake } from '../../browser/wake.ts';
import { openSession } from '../begin.ts';
import type { Obtained } from '../begin.ts';
import { callOf } from '../read-opening.ts';
import { setFailures, setRetry } from '../lifetime.ts';
import { refresh } from '../persistence.ts';
import { dispatch, setDetails, setSession } from '../session-store.ts';
import type { SessionContext } from '../session-context.ts';
import { fetchStaticDetails } from './static-details.ts';
import { nothing } from '../../browser/nothing.ts';

/** Upper bound of the wait between two probes. */
const longestProbeMs = 120_000;

/**
 * Shows why there is no session. Uses static details when the platform has only those, or when init
 * fails.
 */
export async function failed(context: SessionContext, obtained: Obtained): Promise<undefined> {
  refresh(context);
  const {
    settings,
    life: { signal },
  } = context;
  const error = reasonOf(obtained, context);
  const { code, status = 0 } = error;
  const { opening, received } = obtained;
  if (received) {
    if (opening.callReference) Object.assign(error, { reference: opening.callReference });
    context.emit('call', callOf(opening, received.endedAt, status, code));
  }
  // Only after the first failure of a page: retries ask for the session alone.
  if (!context.failures && settings.mode !== 'session') {
    const details = await fetchStaticDetails(context, context.saved, signal).catch(() => undefined);
    if (signal.aborted) throw new AbortedError();
    refresh(context); // another tab may have logged out meanwhile
    const kept = settings.mode === 'static' ? undefined : context.saved?.session;
    setDetails(context, details && { ...details, user: kept?.user ?? null });
  }
  if (code !== 'static-session') probeLater(context);
  if (context.details) {
    dispatch(context, 'static', error);
    return undefined;
  }
  if (context.saved?.session && !context.current && settings.mode !== 'static') {
    setSession(context, context.saved.session, true); // unreachable, not logged out
  }
  dispatch(context, code === 'network' || code === 'timeout' ? 'unreachable' : 'refused', error);
  throw error;
}

function reasonOf({ received }: Obtained, { dialect }: SessionContext): UsherError {
  if (!received) return new UsherError('static-session', 'The mode is static: there is no session');
  if ('error' in received) {
    return received.timedOut ? new TimeoutError(10_000) : new NetworkError(received.error);
  }
  try {
    const answer = readAnswer('session/init', received.status, received.text, dialect);
    if ((dialect.isPlayerOnly ?? isPlayerOnly)(answer)) {
      return new UsherError('static-session', 'The domain is player-only: it has no sessions', {
        status: answer.status,
        hint: answer.hint,
      });
    }
    if (answer.status >= 400) return new PlatformError('session/init', answer.status, answer.hint);
    return new MalformedError('session/init: the answer holds no usable session ID', answer.status);
  } catch (error) {
    return error as UsherError;
  }
}

/**
 * Plans the next try, with full jitter, so that clients that failed together do not come back
 * together. Tries at once when the page is online again.
 */
function probeLater(context: SessionContext): void {
  const { failures } = context;
  const { clock, random, onWake: wake = onWake } = context.browser;
  const probe = (): void => {
    cancel();
    if (!context.pending) openSession(context).catch(nothing);
  };
  const cancel = clock.after(random() * Math.min(longestProbeMs, 1000 * 2 ** failures), probe);
  setFailures(context, failures + 1);
  const stopWaking = wake((type) => {
    if (type !== 'online') return;
    setFailures(context, 1); // A try under way may still fail because of the old network.
    probe();
  });
  setRetry(context, () => {
    cancel();
    stopWaking();
  });
}
