import type { SessionContext } from '../state/session-context.ts';
import { isSameSession } from './compare-records.ts';
import type { SavedSession, SessionRecord } from './saved-session.ts';

/** The session in the last record of another tab that the platform was asked about. */
const asked = new WeakMap<SessionContext, SavedSession>();

/** Whether both are the same session of the same user, of the same answer of the platform. */
export const isSameAnswer = (one: SavedSession | undefined, other: SavedSession): boolean =>
  isSameSession(one, other) && one?.keptAliveAt === other.keptAliveAt;

/** Notes that the platform is asked whose session it is, because of the record of another tab. */
export function noteAsked(context: SessionContext, { session }: SessionRecord): void {
  if (session) asked.set(context, session);
}

/** Whether the platform was asked because of this record. A full store keeps an old one. */
export const wasAskedAfter = (context: SessionContext, { session }: SessionRecord): boolean =>
  !!session && isSameAnswer(asked.get(context), session);
