import type { SessionDriver } from '../session.ts';
import { viewerOf } from './viewer.ts';

/**
 * Returns the name of the owner of answers: user, epoch and language of the session. When a domain
 * has only static details, calls carry no session, and their answers are the same for every viewer.
 * `undefined` while no session identifies the viewer.
 */
export function ownerName(session: SessionDriver): string | undefined {
  const { language } = session.$session.get();
  const viewer = viewerOf(session);
  if (viewer) return JSON.stringify([viewer.userId, viewer.epoch, language]);
  if (!session.context.details) return undefined;
  return `static ${language}`;
}
