import type { SavedSession, SessionRecord } from './saved-session.ts';

// How records and sessions are compared. `supersedes.ts` has the whole order of two records, which
// only later code needs.

/**
 * Whether a record does not know the last erasure that the other one knows. It is enough to compare
 * the last one: a record that knows an erasure knows the earlier ones too.
 */
export function isErasedBy(
  record: SessionRecord | undefined,
  other: SessionRecord | undefined,
): other is SessionRecord & { readonly erasures: readonly string[] } {
  const last = other?.erasures?.[0];
  return !!last && !record?.erasures?.includes(last);
}

/**
 * Compares two records by the erasures that they know. Positive: the first one is later. 0: no
 * erasure lies between them. Clocks and epochs do not count, because a clock may have been ahead,
 * and an epoch may be lost with its mirror.
 */
export const compareErasures = (
  one: SessionRecord | undefined,
  other: SessionRecord | undefined,
): number => Number(isErasedBy(other, one)) - Number(isErasedBy(one, other));

/** The first digit of the name of an erasure says whether it withdraws consent. */
export const withdrawalDigit = '0';
export const otherErasureDigit = '1';

/**
 * Whether an erasure withdraws consent, or comes after a withdrawal that another record does not
 * know.
 */
export const withdrawsConsent = (
  { isWithdrawn, erasures }: SessionRecord,
  before: SessionRecord | undefined,
): boolean =>
  !!isWithdrawn ||
  (!!before &&
    !!erasures?.some((name) => name[0] === withdrawalDigit && !before.erasures?.includes(name)));

/** Compares two records by the erasures that they know, then by their epochs. */
export const compareRecords = (one: SessionRecord, other: SessionRecord | undefined): number =>
  compareErasures(one, other) || one.epoch - (other?.epoch ?? 0);

/** Whether a stored record is older than the one of this page. A full store keeps what it had. */
export function isOutdated(found: SessionRecord, mine: SessionRecord | undefined): boolean {
  const order = compareRecords(found, mine);
  if (order || !mine || found.session?.id !== mine.session?.id) return order < 0;
  return found.revision < mine.revision;
}

/** Whether both are the same session of the same user. */
export const isSameSession = (one: SavedSession | undefined, other: SavedSession): boolean =>
  one?.id === other.id && one.user?.id === other.user?.id;

/** Whether both are the same session of the same user, of the same answer of the platform. */
export const isSameAnswer = (one: SavedSession | undefined, other: SavedSession): boolean =>
  isSameSession(one, other) && one?.keptAliveAt === other.keptAliveAt;
