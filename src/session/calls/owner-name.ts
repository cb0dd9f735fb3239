import type { SessionDriver } from '../session.ts';

/**
 * Names the owner of answers: user, epoch and language of the session. Where a domain has only
 * static details, calls carry no session, and their answers are the same for every viewer.
 * `undefined` while no session says who the viewer is.
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
