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
  if ((await logOut(context, session).catch(nothing)) || context.disposal.aborted) return;
  reportLater(context, session);
}

/** Reports the end of a session to the platform, as soon as that is possible. */
export function reportLater(context: SessionContext, session: LogoutSession): void {
  replaceUnreported(context, withEnded(context.unreported, session, context.browser.clock.now()));
  reportEnd(context);
}

/** Whether the platform has answered that the session is over. A 401: it was over already. */
async function logOut(
  { browser, dialect, settings, emit }: SessionContext,
  { id: session, domain, secret, logoutToken }: LogoutSession,
): Promise<boolean> {
  const id = 'session/logout';
  if (!dialect.authorize && secret && !logoutToken) return false;
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
  return (status > 0 && status < 400) || status === 401;
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
