import type { Settings } from '../settings.ts';
import { compareRecords, isErasedBy } from '../storage/compare-records.ts';
import type { SavedSession, SessionRecord } from '../storage/saved-session.ts';
import { isOtherUser } from './can-resume.ts';

/** What is compared of the result of an opening. */
interface Answered {
  readonly session?: SavedSession | undefined;
  /** The record at the time of the request. */
  readonly before: SessionRecord | undefined;
}

/**
 * Whether another tab wrote a record while an opening was under way: an erasure, a later epoch, or
 * the same session renewed, or changed in any way when the answer names another user. That may have
 * been a login, so the platform is asked again. A page never follows the session of another user of
 * the publisher: it replaces that one.
 */
export function overtakes(
  now: SessionRecord,
  { before, session: answered }: Answered,
  settings: Settings,
): boolean {
  const { session } = now;
  const was = before?.session;
  if (isErasedBy(before, now)) return true;
  if (session && isOtherUser(session, settings)) return false;
  const order = compareRecords(now, before);
  if (order || !session) return order > 0;
  const isRenewed = session.id !== was?.id || session.keptAliveAt !== was.keptAliveAt;
  if (isRenewed || now.revision === before?.revision) return isRenewed;
  // A contradiction that was found since then may be newer than the answer.
  const isUnclear = now.login?.isUnclear && now.login.id !== before?.login?.id;
  return isUnclear || isContradicted(session, answered);
}

/** Whether an answer names another user for the same session. */
export const isContradicted = (
  session: SavedSession,
  answered: SavedSession | undefined,
): boolean => answered?.id === session.id && answered.user?.id !== session.user?.id;
