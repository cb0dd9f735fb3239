import { isErasedBy } from './compare-records.ts';
import { withErasuresOf } from './erasure.ts';
import { isErasure, type SessionRecord } from './saved-session.ts';

/**
 * Whether neither record knows the last erasure of the other one. Two tabs have erased, and no
 * store worked through which they could learn of each other.
 */
export const areUnaware = (one: SessionRecord, other: SessionRecord): boolean =>
  isErasedBy(one, other) && isErasedBy(other, one);

/**
 * The erasure that includes both, so that each record obeys the one that it did not know. Every tab
 * names it the same, whichever record is its own.
 */
export function eraseBoth(one: SessionRecord, other: SessionRecord): SessionRecord {
  const both = [one, other];
  const epoch = Math.max(one.epoch, other.epoch) + 1;
  const [name = '', otherName = ''] = both.map(({ erasures = [] }) => erasures[0]);
  const erasure: SessionRecord = {
    deviceHash: '',
    epoch,
    epochStartedAt: Math.max(one.epochStartedAt, other.epochStartedAt),
    revision: 0,
    erasedEpoch: epoch,
    erasures: [name < otherName ? `${name}+${otherName}` : `${otherName}+${name}`],
    // A record with more than an erasure has the consent of later.
    isWithdrawn: both.some((record) => isErasure(record) && record.isWithdrawn),
  };
  return withErasuresOf(withErasuresOf(erasure, one), other);
}
