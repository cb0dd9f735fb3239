import { isContradicted } from '../opening/overtakes.ts';
import type { SessionRecord } from './saved-session.ts';

/** The time after which an opening or a login has ended, in ms. */
const maxRequestMs = 10_000;

/**
 * Whether two tabs were told different users for the same session, and the other one did not ask
 * after this one was answered. Then it is not known in which order the platform handled the
 * requests. The other tab may not have been able to read the record of this one.
 */
export function isToldAnotherUser(
  { session, epochStartedAt: answeredAt }: SessionRecord,
  { session: other, epochStartedAt: otherAnsweredAt }: SessionRecord,
): boolean {
  if (!session || !other || !isContradicted(session, other)) return false;
  // A keepalive may be later, and need not say whose session it is.
  const otherSentAt = Math.min(other.keptAliveAt, otherAnsweredAt);
  const sentAt = session.keptAliveAt;
  return answeredAt - sentAt <= maxRequestMs && otherSentAt < answeredAt;
}
