import type { EndedSession, SessionRecord } from './saved-session.ts';

/**
 * A record with the last waits that the platform has requested, of two that tabs wrote at the same
 * moment, or of which a killed browser had lost one. Only a successful opening ends the wait of the
 * failed ones, and its record begins later.
 */
export function withRequestedWaits(
  record: SessionRecord,
  other: SessionRecord | undefined,
): SessionRecord {
  const { failedOpenings } = other ?? {};
  const isLater =
    failedOpenings?.isRequested &&
    failedOpenings.failedAt >= record.epochStartedAt &&
    failedOpenings.failedAt > (record.failedOpenings?.failedAt ?? 0);
  const ended = record.ended && keepLater(record.ended, other?.ended ?? []);
  return { ...record, ended, ...(isLater && { failedOpenings }) };
}

/** Ended sessions, each with the later of the two times at which its logout may be sent again. */
const keepLater = (
  ended: readonly EndedSession[],
  known: readonly EndedSession[],
): readonly EndedSession[] =>
  ended.map((each) => {
    const { retryAt = 0 } = known.find(({ id }) => id === each.id) ?? {};
    return retryAt > (each.retryAt ?? 0) ? { ...each, retryAt } : each;
  });
