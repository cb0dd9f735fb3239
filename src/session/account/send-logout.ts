import { nothing } from '../../browser/nothing.ts';
import { reportError } from '../../browser/report-error.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import { readAnswer } from '../../dialect/read-answer.ts';
import { isUsherError } from '../../errors/is-usher-error.ts';
import { post, type Received } from '../post.ts';
import { replaceUnreported, withEnded } from '../state/ended-sessions.ts';
import type { SessionContext } from '../state/session-context.ts';
import type { LogoutSession } from '../storage/saved-session.ts';

/**
 * Logs a session out at the platform, in the present task, or when a prerendered page is shown.
 * With `keepalive` the browser sends the request also when the page is left. If it gets no answer,
 * or no call of the session has been signed yet, it is sent later, while this page is open.
 */
export async function sendLogout(context: SessionContext, session: LogoutSession): Promise<void> {
  if (context.unreported.some(({ id }) => id === session.id)) return; // its report is pending
  // The dialect's own code may throw.
  const answer = await logOut(context, session).catch(nothing);
  if (answer?.isOver || context.disposal.aborted) return;
  reportLater(context, session, answer?.retryAfter);
}

/**
 * Reports the end of a session to the platform, as soon as that is possible. `retryAfter`: the
 * header of an answer that has just refused its logout.
 */
export function reportLater(
  context: SessionContext,
  session: LogoutSession,
  retryAfter?: string | null,
): void {
  const { unreported, browser } = context;
  const ended = withEnded(unreported, session, browser.clock.now());
  replaceUnreported(
    context,
    ended.map((each) => (retryAfter && each.id === session.id ? { ...each, retryAfter } : each)),
  );
  reportEnd(context);
}

/** What the platform has answered to a logout. */
interface LogoutAnswer {
  /** The session is over. A 401: it was over already. */
  readonly isOver: boolean;
  /** The Retry-After header. */
  readonly retryAfter?: string | null;
}

/** Sends a logout. Resolves with `undefined` if it cannot be sent yet. */
async function logOut(
  { browser, dialect, settings, emit }: SessionContext,
  { id: session, domain, secret, logoutToken }: LogoutSession,
): Promise<LogoutAnswer | undefined> {
  const id = 'session/logout';
  if (!dialect.authorize && secret && !logoutToken) return undefined;
  // Only then: the page may be left in the present task.
  if (browser.page.isPrerendering()) await browser.page.activated();
  const startedAt = browser.clock.now();
  const headers = await (dialect.authorize?.('logout', { session, domain, secret }) ?? {
    'X-Request-CID': session,
    ...(logoutToken && { 'X-Request-Token': logoutToken }),
  });
  const url = `${settings.baseUrl}/${id}`;
  const received = await post(url, '', browser, headers, { keepalive: true }).received;
  const status = statusOf(id, received, dialect);
  emit('call', { id, startedAt, attempt: 1, status, durationMs: received.endedAt - startedAt });
  const isOver = (status > 0 && status < 400) || status === 401;
  return 'error' in received ? { isOver } : { isOver, retryAfter: received.retryAfter };
}

/** The status of an answer. 0 without one, or when it is unreadable. */
function statusOf(id: string, received: Received, dialect: Partial<Dialect>): number {
  if ('error' in received) return 0;
  try {
    return readAnswer(id, received.status, received.text, dialect).status;
  } catch (error) {
    if (!isUsherError(error)) reportError(error); // of the page's dialect
    return 0;
  }
}

/** Reports the ended sessions to the platform. What cannot be sent or loaded now stays pending. */
export function reportEnd({ background, startBackground }: SessionContext): void {
  const reported = background ? background.reportEnds() : startBackground(); // reports at its start
  reported.catch(nothing);
}
