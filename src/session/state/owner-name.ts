import type { SessionDriver } from '../session.ts';

/**
 * Returns the name of the owner of answers: user, epoch and language of the session. When a domain
 * has only static details, calls carry no session, and their answers are the same for every viewer.
 * `undefined` while no session identifies the viewer.
 */
export function ownerName({
  viewer,
  context: { details },
  $session,
}: SessionDriver): string | undefined {
  const { language } = $session.get();
  const known = viewer();
  if (known) return JSON.stringify([known.userId, known.epoch, language]);
  return details && `static ${language}`;
}
