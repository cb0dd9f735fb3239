import { compareErasures, isErasedBy } from './erasure.ts';
import { isErasure, type SessionRecord } from './saved-session.ts';

/**
 * Sessions of one epoch that began further apart were not opened together: the epoch number of the
 * later one was lost with its mirror.
 */
export const togetherMs = 15_000;

/**
 * Compares two records by the erasures before them, as `compareErasures`. Of two records that know
 * the same erasures, one that is more than the erasure itself is later.
 */
export function orderOfErasures(one: SessionRecord, other: SessionRecord): number {
  const order = compareErasures(one, other);
  if (order || !one.erasures || isErasedBy(one, other)) return order;
  return Number(isErasure(other)) - Number(isErasure(one));
}

/**
 * Whether one record supersedes another. The one that knows more erasures wins, then the later
 * epoch. Of two sessions that tabs opened together in one epoch, the earlier one wins, the same in
 * every tab. Of two users the later one has logged in. Otherwise the higher revision wins. The
 * current time is not used: a clock may be set back.
 */
export function supersedes(one: SessionRecord, other: SessionRecord): boolean {
  const order = orderOfErasures(one, other);
  if (order) return order > 0;
  if (one.epoch !== other.epoch) return one.epoch > other.epoch;
  const [mineErased, theirsErased] = [one.erasedEpoch ?? 0, other.erasedEpoch ?? 0];
  // Of two ends at the same moment the erasure wins.
  if (mineErased !== theirsErased) return mineErased > theirsErased;
  const [mine, theirs] = [one.session?.id, other.session?.id];
  const [user, otherUser] = [one.session?.user, other.session?.user];
  const isOtherUser = user && otherUser && user.id !== otherUser.id;
  if (mine === theirs && !isOtherUser) return one.revision > other.revision;
  const apartMs = Math.abs(one.epochStartedAt - other.epochStartedAt);
  if (apartMs > (isOtherUser ? 0 : togetherMs)) return one.epochStartedAt > other.epochStartedAt;
  // An end supersedes a session that was opened at the same time.
  if (!mine || !theirs) return one.epoch ? !mine : !!mine;
  return (
    one.epochStartedAt < other.epochStartedAt ||
    (one.epochStartedAt === other.epochStartedAt && mine < theirs)
  );
}
