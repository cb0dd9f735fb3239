/** A session's status in a word, and what it means for the viewer. */
const statuses = {
  idle: ['No session yet', 'It opens with the first thing that needs it.'],
  opening: ['Opening', 'The platform is being asked for a session.'],
  ready: ['Ready', 'The session is open and kept alive.'],
  static: ['No account here', 'This page plays without a personal session.'],
  offline: ['Offline', 'The platform cannot be reached; what is known stays.'],
  degraded: ['Unsteady', 'The platform answers in part only.'],
  ended: ['Ended', 'The next thing that needs a session opens a new one.'],
};

const late = {
  asleep: 'This page was asleep for a while. Your session is being looked after.',
  network: 'The connection is shaky. You can go on watching; other things may have to wait.',
  platform: 'The platform is slow to answer just now. You can go on watching.',
};

export function statusWords(status) {
  const [title, story] = statuses[status] ?? [status, ''];
  return { title, story };
}

/**
 * What a viewer has to know of a session that is not plainly ready; nothing where all is well.
 * @param {{ status: string, late?: { byMs: number, why: string }, error?: { code: string } }}
 *   session
 * @param {boolean} isOnline what the browser says
 */
export function troubleWords({ status, late: lateness, error }, isOnline) {
  if (!isOnline) return 'You are offline. What you see may be old.';
  if (status === 'offline') return 'The platform cannot be reached. What you see may be old.';
  if (status === 'degraded') {
    return 'The platform is out of sorts. Some things may not work until it has recovered.';
  }
  if (status === 'static') {
    return error?.code === 'static-session'
      ? 'Watching without an account here.'
      : 'Watching without an account here, until the platform has recovered.';
  }
  return lateness ? (late[lateness.why] ?? '') : '';
}

/** What a viewer is told whose session has become somebody else's. */
export function identityWords({ before, now }, nameOf) {
  if (now && before) return `You are ${nameOf(now)} here now, no longer ${nameOf(before)}.`;
  return now
    ? `You are ${nameOf(now)} here now.`
    : `You are no longer logged in as ${nameOf(before)}. Log in again to go on.`;
}
