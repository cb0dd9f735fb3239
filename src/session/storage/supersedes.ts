import { compareErasures, isErasedBy } from './compare-records.ts';
import { isErasure, type SessionRecord } from './saved-session.ts';

/**
 * Sessions of one epoch that began further apart were not opened together: the epoch number of the
 * later one was lost with its mirror.
 */
export const togetherMs = 15_000;

/**
 * Compares two records by the erasures before them, as `compareErasures`. If both know the same
 * erasures, a record with data is later than the bare erasure.
 */
export function orderOfErasures(one: SessionRecord, other: SessionRecord): number {
  const order = compareErasures(one, other);
  if (order || !one.erasures || isErasedBy(one, other)) return order;
  return Number(isErasure(other)) - Number(isErasure(one));
}

/**
 * Whether a record does not know the last erasure that the other one knows, and began before that
 * record did. A page may also begin after an erasure that localStorage has lost. It may have opened
 * another session with a device hash from before the erasure, so the second in that hash counts.
 */
export function isFromBeforeErasure(record: SessionRecord, other: SessionRecord): boolean {
  const [, madeAt = Infinity] = record.deviceHash.split(':');
  const beganAt = Math.min(record.epochStartedAt, Number(madeAt) * 1000);
  return beganAt < other.epochStartedAt && isErasedBy(record, other);
}

/**
 * Whether one record supersedes another. The first of these that differs decides:
 * 1. the erasures that it knows: the later ones win;
 * 2. the epoch, then the epoch of the last erasure: the higher one wins;
 * 3. the revision, if both have the same session of the same user: the higher one wins;
 * 4. the start of the epoch, if it is more than 15 s apart: the later one wins. With two users any
 *    difference counts, because the later one has logged in;
 * 5. an end wins over a session. At epoch 0 nothing has ended yet, so the session wins;
 * 6. the session that was opened first wins, then the smaller ID: the same one in every tab.
 *
 * The current time is not used, because a clock may be set back.
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
