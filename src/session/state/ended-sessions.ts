import type { EndedSession, LogoutSession } from '../storage/saved-session.ts';
import type { Writable } from './writable.ts';

/** An ended session that only this page knows. */
export interface UnreportedSession extends EndedSession {
  /** The Retry-After header of the answer to its logout, which came at `endedAt`. */
  readonly retryAfter?: string | null | undefined;
}

/** Ended sessions that are not reported to the platform yet. */
export interface EndedSessions {
  /**
   * Sessions whose logout got no answer, and that no store may hold. Only this page knows them,
   * because an erasure keeps nothing. Only `replaceUnreported` changes them.
   */
  readonly unreported: readonly UnreportedSession[];
  /** The IDs of ended sessions that a raw call of this page is logging out. */
  readonly loggingOut: Set<string>;
}

/** Replaces the sessions that only this page knows. */
export function replaceUnreported(
  context: Writable<EndedSessions>,
  unreported: readonly UnreportedSession[],
): void {
  context.unreported = unreported;
}

/**
 * Adds a session to those whose end is to be reported to the platform, with the only data that is
 * kept for that.
 */
export function withEnded(
  before: readonly EndedSession[] | undefined,
  session: LogoutSession | undefined,
  endedAt: number,
): readonly EndedSession[] {
  if (!session || before?.some(({ id }) => id === session.id)) return before ?? [];
  const { id, domain, secret, logoutToken } = session;
  return [...(before ?? []), { id, domain, secret, logoutToken, endedAt }];
}
