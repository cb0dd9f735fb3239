import { isContradicted } from '../opening/overtakes.ts';
import type { SessionRecord } from './saved-session.ts';

/** The time after which an opening or a login has ended, in ms. */
const maxRequestMs = 10_000;

/**
 * Whether two requests of two tabs that overlapped were answered with different users for the same
 * session. It is not known in which order the platform handled them. Times that are further apart
 * come from a clock that was changed.
 */
export function isToldAnotherUser(
  { session, epochStartedAt: answeredAt }: SessionRecord,
  { session: other }: SessionRecord,
): boolean {
  if (!session || !other || !isContradicted(session, other)) return false;
  const [sentAt, otherSentAt] = [session.keptAliveAt, other.keptAliveAt];
  return (
    answeredAt - sentAt <= maxRequestMs &&
    otherSentAt > sentAt - maxRequestMs &&
    otherSentAt < answeredAt
  );
}
