import type { KeepaliveDelay, SessionState, SessionStatus, User } from 'usher-runtime';
import { userName } from '../account/user-name.ts';

/** A session's status in a word, and what it means for the viewer. */
const statuses: Readonly<
  Record<SessionStatus, { readonly title: string; readonly story: string }>
> = {
  idle: { title: 'No session yet', story: 'It opens with the first thing that needs it.' },
  opening: { title: 'Opening', story: 'The platform is being asked for a session.' },
  ready: { title: 'Ready', story: 'The session is open and kept alive.' },
  static: { title: 'No account here', story: 'This page plays without a personal session.' },
  offline: { title: 'Offline', story: 'The platform cannot be reached; what is known stays.' },
  degraded: { title: 'Unsteady', story: 'The platform answers in part only.' },
  ended: { title: 'Ended', story: 'The next thing that needs a session opens a new one.' },
};

const lateTexts: Readonly<Record<KeepaliveDelay['why'], string>> = {
  asleep: 'This page was asleep for a while. Your session is being restored.',
  network: 'The connection is shaky. You can go on watching; other things may have to wait.',
  platform: 'The platform is slow to answer just now. You can go on watching.',
};

export const statusText = (
  status: SessionStatus,
): { readonly title: string; readonly story: string } => statuses[status];

/** What is read of a session to say what is wrong with it. */
type SessionProblem = Pick<SessionState, 'status' | 'late'> & {
  readonly error?: { readonly code: string } | undefined;
};

/**
 * What a viewer has to know of a session that is not plainly ready; empty where all is well.
 * @param isOnline what the browser says
 * @param isReached whether the platform answered the page's last request
 */
export function sessionProblemText(
  { status, late, error }: SessionProblem,
  isOnline: boolean,
  isReached = true,
): string {
  if (!isOnline) return 'You are offline. What you see may be old.';
  if (status === 'offline' || !isReached) {
    return 'The platform cannot be reached. What you see may be old.';
  }
  if (status === 'degraded') {
    return 'The platform has a problem. Some things may not work until it has recovered.';
  }
  if (status === 'static') {
    return error?.code === 'static-session'
      ? 'Watching without an account here.'
      : 'Watching without an account here, until the platform has recovered.';
  }
  return late ? lateTexts[late.why] : '';
}

/** What a viewer is told when the session has become somebody else's. */
export function identityText({
  before,
  now,
}: {
  readonly before: User | null;
  readonly now: User | null;
}): string {
  if (now && before) {
    return `You are ${userName(now)} here now, no longer ${userName(before)}.`;
  }
  if (now) return `You are ${userName(now)} here now.`;
  const name = before ? userName(before) : 'before';
  return `You are no longer logged in as ${name}. Log in again to go on.`;
}
